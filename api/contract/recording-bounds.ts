/** Steps of a recording; a longer session is recorded as far as this. */
export const longestRecording = 300;
/** Steps of one request. */
export const recordedAtOnce = 20;
/** Fields of one step; the recorder leaves out the rest. */
export const mostRecordedFields = 40;
/** Pointer of a recorded field: at most eight segments, items as `*`. */
export const recordedField = '^(/[A-Za-z0-9_*-]{1,60}){1,8}$';
export const longestRecordedField = 120;
