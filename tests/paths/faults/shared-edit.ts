/** A fault as a change of the text of a file. */
export interface Edit {
  kind: string;
  change: string;
  find: string;
  put: string;
}

/** By file below `engine/flow`. */
export type Edits = Readonly<Record<string, readonly Edit[]>>;
