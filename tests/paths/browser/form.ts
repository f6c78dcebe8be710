import type { Locator, Page } from 'playwright-core';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import type { Mode } from '#engine/flow/flow.ts';
import type { Hands } from './hands.ts';

/** A form as it stands in the page, and who fills it in. */
export interface Form {
  page: Page;
  /** The step's own element. */
  root: Locator;
  screen: CompiledScreen;
  mode: Mode;
  hands: Hands;
  /** Words of choices that the server names. */
  words(pointer: Pointer, value: unknown): string | undefined;
  /** Where the file of an answer lies. */
  file(answer: string): Promise<string>;
}
