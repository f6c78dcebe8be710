/** Steps of a recording; a longer session is recorded as far as this. */
export const longestRecording = 300;
/** Steps of one request. */
export const recordedAtOnce = 20;
/** Fields of one step; of a longer form only so many are told. */
export const mostRecordedFields = 40;
