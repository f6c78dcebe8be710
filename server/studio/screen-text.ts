import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafePattern } from 'redos-detector';
import { findTooMuch } from '#api/contract/json-bounds.ts';
import { readBeside, type ScreenLibrary } from '#engine/compile/library.ts';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import {
  checkCustomFields,
  checkDocument,
  checkManifest,
  type DocumentProblem,
} from '#engine/document/check-document.ts';
import { withReferences } from '#engine/document/references.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { parseText } from '#engine/document/json-text.ts';
import { subschemas } from '#engine/document/schema.ts';
import { Refused } from '../refused.ts';
import { screenDocuments } from '../screens/screens.ts';

/** Milliseconds in which a pattern must be found safe. */
const PATTERN_MS = 300;

/** A screen of a flow. */
export interface ScreenPlace {
  flow: string;
  screen: string;
}

/** Judged as the build judges the documents of the folder. */
export interface JudgedText {
  problems: Pick<DocumentProblem, 'line' | 'column' | 'message'>[];
  /** Absent with a problem. */
  document?: ScreenDocument;
}

/**
 * The document that Cairn came with, as its author wrote it.
 * @throws Refused `not_found` for a screen that the Studio does not edit: one that the server makes, and those before the sign-in
 */
export function shippedText(screens: ScreenLibrary, { flow, screen }: ScreenPlace): string {
  const file = fileOf(screens, { flow, screen });
  if (file === undefined) throw new Refused('not_found');
  return readFileSync(file, 'utf8');
}

/** Whether the Studio edits this screen. */
export function isEdited(screens: ScreenLibrary, place: ScreenPlace): boolean {
  return fileOf(screens, place) !== undefined;
}

function fileOf(screens: ScreenLibrary, { flow, screen }: ScreenPlace): string | undefined {
  // Names come from a person: only those that the library knows become a path.
  if (!screens.flows().includes(flow) || !screens.screens(flow).includes(screen)) return undefined;
  const manifest = join(screenDocuments, flow, 'flow.json');
  const file = join(screenDocuments, flow, `${screen}.json`);
  if (!existsSync(manifest) || !existsSync(file)) return undefined;
  const { presentation } = JSON.parse(readFileSync(manifest, 'utf8')) as { presentation?: string };
  // A flow of the presentation `page` is loaded before anybody has signed in.
  return presentation === 'page' || screens.get(flow, screen).document.compiledBy !== undefined ? undefined : file;
}

/** Everything that is wrong with a text in the place of a screen's document, without walking its flow. */
export function judgeText(screens: ScreenLibrary, { flow, screen }: ScreenPlace, text: string): JudgedText {
  const tooMuch = boundProblem(text);
  if (tooMuch !== undefined) return { problems: [{ line: 1, column: 1, message: tooMuch }] };
  const file = join(screenDocuments, flow, `${screen}.json`);
  const read = readBeside(file);
  const found = [...checkDocument(text, read), ...patternProblems(text)];
  if (found.length > 0) return { problems: told(found) };
  try {
    const document = withReferences(JSON.parse(text) as ScreenDocument, read);
    const documents = { ...documentsOf(screens, flow), [screen]: document };
    const manifest = readFileSync(join(screenDocuments, flow, 'flow.json'), 'utf8');
    const kept = checkCustomFields(screen, text, { manifest: JSON.parse(manifest), screens: documents });
    // The manifest is not what was changed: what no longer fits it is told at the begin of the document.
    const unfit = checkManifest(manifest, documents).map(({ message }) => ({ line: 1, column: 1, message }));
    const problems = [...told(kept), ...unfit];
    if (problems.length > 0) return { problems };
    runTimeScreenModule(flow, screen, document);
    return { problems: [], document };
  } catch (error) {
    return { problems: [{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

/** Documents in use, of a flow. */
export function documentsOf(screens: ScreenLibrary, flow: string): Record<string, ScreenDocument> {
  return Object.fromEntries(screens.screens(flow).map((id) => [id, screens.get(flow, id).document]));
}

function boundProblem(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told with its line by the check of the document.
    return undefined;
  }
  const found = findTooMuch(value);
  return found && `${found.pointer}: ${found.message}`;
}

/** Patterns that can take longer than the text that they look at is long. */
function patternProblems(text: string): DocumentProblem[] {
  let parsed: ReturnType<typeof parseText>;
  try {
    parsed = parseText(text);
  } catch {
    return [];
  }
  const { schema } = parsed.value as ScreenDocument;
  return [...subschemas(schema)].flatMap(({ schema: { pattern }, at }) => {
    if (typeof pattern !== 'string' || isSafe(pattern)) return [];
    const pointer = `/schema${at}/pattern`;
    const message = `the pattern ${pattern} can take very long for some texts; write it without nested repetitions`;
    return [{ pointer, message, ...parsed.positionOf(pointer) }];
  });
}

function isSafe(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { timeout: PATTERN_MS }).safe;
  } catch {
    // What is no pattern is refused by the check of the document.
    return true;
  }
}

function told(problems: readonly DocumentProblem[]): JudgedText['problems'] {
  return problems.map(({ line, column, message }) => ({ line, column, message }));
}
