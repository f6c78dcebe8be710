import { fileURLToPath } from 'node:url';
import { libraryOf, loadScreens, readScreens, type ScreenFolder, type ScreenLibrary } from '#engine/compile/library.ts';

// From server/screens/ and from dist/server/ alike, the documents stand two folders up.
export const screenDocuments = fileURLToPath(new URL('../../schemas', import.meta.url));

let shipped: ScreenFolder | undefined;

/** The screen documents by which request bodies are judged: bounds live in them alone. Those of the product are read once in a process. */
export function createScreens(folder: string = screenDocuments): ScreenLibrary {
  if (folder !== screenDocuments) return loadScreens(folder);
  shipped ??= readScreens(folder);
  return libraryOf(shipped);
}
