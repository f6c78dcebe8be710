import { fileURLToPath } from 'node:url';
import { loadScreens, type ScreenLibrary } from '#engine/compile/library.ts';

// From server/screens/ and from dist/server/ alike, the documents stand two folders up.
export const screenDocuments = fileURLToPath(new URL('../../schemas', import.meta.url));

/** The screen documents by which request bodies are judged: bounds live in them alone. */
export function createScreens(folder: string = screenDocuments): ScreenLibrary {
  return loadScreens(folder);
}
