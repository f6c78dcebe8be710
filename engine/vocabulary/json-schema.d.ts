import 'json-schema';

/** The keywords of the vocabulary beside those of draft-07 (engine/vocabulary/keywords.ts). */
declare module 'json-schema' {
  interface JSONSchema7 {
    wholeNumber?: { minimum?: number; maximum?: number };
    notBlank?: true;
    sameAs?: string | { field: string; ignoreCase?: boolean };
    differsFrom?: string | { field: string; ignoreCase?: boolean };
    after?: { field: string; minutes?: number; orNow?: boolean; timeZone?: string };
    inFuture?: true | { timeZone: string };
    ipTargets?: true;
    uniqueBy?: string;
    minFileSize?: number;
    maxFileSize?: number;
    fileTypes?: readonly string[];
  }
}
