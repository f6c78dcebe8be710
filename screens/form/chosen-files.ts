import { spellChosenFile } from '#engine/vocabulary/chosen-file.ts';

/** As many as a person may choose before one is sent; the browser holds a reference to each, not its contents. */
const MOST = 20;
const files = new Map<string, File>();

/** Keeps a file that was chosen on this page. Answers what the field says of it. */
export function keepChosenFile(file: File): string {
  const spelled = spellChosenFile({ name: file.name, size: file.size, modified: file.lastModified });
  files.delete(spelled);
  files.set(spelled, file);
  const [oldest] = files.keys();
  if (files.size > MOST && oldest !== undefined) files.delete(oldest);
  return spelled;
}

/** The file behind an answer; `undefined` where this page has never seen it, as after a reload. */
export function chosenFile(answer: string): File | undefined {
  return files.get(answer);
}
