import type { ScreenDocument } from '#engine/document/document.ts';
import { isSchema } from '#engine/document/schema.ts';

/** The document that a text holds; undefined while it holds none. */
export function parseDocument(text: string): ScreenDocument | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSchema(value) && typeof value.title === 'string' ? (value as unknown as ScreenDocument) : undefined;
  } catch {
    return undefined;
  }
}

/** As the documents of the folder are laid out. */
export function writeDocument(document: ScreenDocument): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

export function titleIn(text: string): string | undefined {
  return parseDocument(text)?.title;
}
