import type { Pointer } from './document.ts';

/** What is wrong with a document, and where. */
export interface Problem {
  pointer: Pointer;
  message: string;
}
