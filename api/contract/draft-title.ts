/** Characters that a draft's title has at most. */
export const DRAFT_TITLE_LENGTH = 200;
