/** Maximum characters of a draft's title. */
export const DRAFT_TITLE_LENGTH = 200;
