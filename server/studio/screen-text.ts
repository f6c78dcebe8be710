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
import { withReferences, type ReadDocument } from '#engine/document/references.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import { parseText } from '#engine/document/json-text.ts';
import { dereferenced, secretsOf, subschemas, type Schema } from '#engine/document/schema.ts';
import { readVariantName } from '#engine/document/variant.ts';
import { Refused } from '../refused.ts';
import { screenDocuments } from '../screens/screens.ts';

/** A pattern that is not proven safe within this time counts as unsafe. */
const PATTERN_MS = 300;
/** The same for all patterns of a document together. */
const ALL_PATTERNS_MS = 1000;
/** Schemas of fields and conditions in one document: the server compiles each. The largest built-in document has 200. */
const MOST_SCHEMAS = 300;

/** A screen of a flow, or a variant of it (`setup@7`). */
export interface ScreenPlace {
  flow: string;
  screen: string;
}

/** Judged as the build judges the documents of the folder. */
export interface JudgedText {
  problems: Pick<DocumentProblem, 'line' | 'column' | 'message'>[];
  /** Without its translations, which are for pages alone; absent with a problem. */
  document?: ScreenDocument;
  /** The document as a module for the page; absent with a problem. */
  module?: string;
}

/** A text in the place of a screen's document, among the documents in use of its flow. */
export interface TextQuestion extends ScreenPlace {
  text: string;
  documents: Readonly<Record<string, ScreenDocument>>;
  /** Published texts by `<flow>/<screen>`, which the text may take parts of. */
  texts: Readonly<Record<string, string>>;
}

/**
 * The built-in document, as its author wrote it; of a variant, the document that every other organization has.
 * @throws Refused `not_found` for a screen that the Studio does not edit: one that the server compiles for a subject, or one shown before sign-in
 */
export function shippedText(screens: ScreenLibrary, { flow, screen }: ScreenPlace): string {
  const file = fileOf(screens, { flow, screen });
  if (file === undefined) throw new Refused('not_found');
  const { screen: general, organizationId } = readVariantName(screen);
  const published = organizationId === undefined ? undefined : screens.texts()[`${flow}/${general}`];
  return published ?? readFileSync(file, 'utf8');
}

/** The answer of a flow that is the organization's id; undefined for a flow whose screens have no variants. */
export function organizationAnswer(flow: string): Pointer | undefined {
  return manifestOf(flow).organization;
}

function manifestOf(flow: string): Partial<FlowManifest> {
  return JSON.parse(readFileSync(join(screenDocuments, flow, 'flow.json'), 'utf8')) as Partial<FlowManifest>;
}

/** Whether the Studio edits this screen. */
export function isEdited(screens: ScreenLibrary, place: ScreenPlace): boolean {
  return fileOf(screens, place) !== undefined;
}

function fileOf(screens: ScreenLibrary, { flow, screen: name }: ScreenPlace): string | undefined {
  const { screen, organizationId } = readVariantName(name);
  // The names come from a request: only names that the library knows may become a path.
  if (!screens.flows().includes(flow) || !screens.screens(flow).includes(screen)) return undefined;
  const manifest = join(screenDocuments, flow, 'flow.json');
  const file = join(screenDocuments, flow, `${screen}.json`);
  if (!existsSync(manifest) || !existsSync(file)) return undefined;
  const { presentation, organization } = manifestOf(flow);
  if (organizationId !== undefined && organization === undefined) return undefined;
  // A flow of the presentation `page` is loaded before anybody has signed in.
  return presentation === 'page' || screens.get(flow, screen).document.compiledBy !== undefined ? undefined : file;
}

/**
 * Everything that is wrong with a text in the place of a screen's document, without walking its flow. It takes up to a few seconds: the
 * server asks `judgeTextApart`.
 */
export function judgeText(screens: ScreenLibrary, place: ScreenPlace, text: string): JudgedText {
  return judgeTextAmong({ ...place, text, documents: documentsOf(screens, place), texts: screens.texts() });
}

/** The same among the documents in use of the flow. */
export function judgeTextAmong({ flow, screen: name, text, documents: inUse, texts }: TextQuestion): JudgedText {
  const { screen } = readVariantName(name);
  const file = join(screenDocuments, flow, `${screen}.json`);
  const read = readBeside(file, texts);
  const tooMuch = boundProblem(text, read);
  if (tooMuch !== undefined) return { problems: [{ line: 1, column: 1, message: tooMuch }] };
  const shipped = readFileSync(file, 'utf8');
  const lost = [...patternProblems(text, shipped), ...lostProblems(text, shipped, read)];
  if (lost.length > 0) return { problems: told(lost) };
  const found = checkDocument(text, read);
  if (found.length > 0) return { problems: told(found) };
  try {
    const whole = withReferences(JSON.parse(text) as ScreenDocument, read);
    const { translations: _, ...document } = whole;
    const documents = { ...inUse, [screen]: document };
    const manifest = readFileSync(join(screenDocuments, flow, 'flow.json'), 'utf8');
    const kept = checkCustomFields(screen, text, { manifest: JSON.parse(manifest), screens: documents });
    // The change broke what the manifest requires, so the problem is reported on line 1 of the screen.
    const unfit = checkManifest(manifest, documents).map(({ message }) => ({ line: 1, column: 1, message }));
    const problems = [...told(kept), ...unfit];
    if (problems.length > 0) return { problems };
    return { problems: [], document, module: runTimeScreenModule(flow, screen, whole) };
  } catch (error) {
    return { problems: [{ line: 1, column: 1, message: error instanceof Error ? error.message : String(error) }] };
  }
}

/** Documents in use of the flow, by screen: those of the organization that a variant is for. */
export function documentsOf(screens: ScreenLibrary, place: ScreenPlace): Record<string, ScreenDocument> {
  const { flow } = place;
  const own = libraryOf(screens, place);
  return Object.fromEntries(screens.screens(flow).map((id) => [id, own.get(flow, id).document]));
}

export function isVariant({ screen }: Pick<ScreenPlace, 'screen'>): boolean {
  return readVariantName(screen).organizationId !== undefined;
}

/** The library among whose screens this one is used. */
export function libraryOf(screens: ScreenLibrary, { screen }: Pick<ScreenPlace, 'screen'>): ScreenLibrary {
  const { organizationId } = readVariantName(screen);
  return organizationId === undefined ? screens : screens.forOrganization(organizationId);
}

/** Its document in use. */
export function documentOf(screens: ScreenLibrary, place: ScreenPlace): ScreenDocument {
  return libraryOf(screens, place).get(place.flow, readVariantName(place.screen).screen).document;
}

function boundProblem(text: string, read: ReadDocument): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // `checkDocument` reports the line.
    return undefined;
  }
  const found = findTooMuch(value);
  if (found !== undefined) return `${found.pointer}: ${found.message}`;
  let schema: Schema;
  try {
    schema = withReferences(value as ScreenDocument, read).schema ?? {};
  } catch {
    return undefined;
  }
  try {
    let schemas = 0;
    for (const _ of subschemas(dereferenced(schema))) {
      schemas += 1;
      if (schemas > MOST_SCHEMAS) return `A screen has at most ${MOST_SCHEMAS} fields and conditions`;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Patterns whose matching time is not linear. Patterns of the built-in document are accepted. */
function patternProblems(text: string, shipped: string): DocumentProblem[] {
  let parsed: ReturnType<typeof parseText>;
  try {
    parsed = parseText(text);
  } catch {
    return [];
  }
  const known = new Set(patternsIn(JSON.parse(shipped) as ScreenDocument).map(({ pattern }) => pattern));
  const until = performance.now() + ALL_PATTERNS_MS;
  return patternsIn(parsed.value as ScreenDocument).flatMap(({ pattern, pointer }) => {
    if (known.has(pattern) || isSafe(pattern, Math.min(PATTERN_MS, until - performance.now()))) return [];
    const message = `the pattern ${pattern} can take very long for some texts; write it without nested repetitions`;
    return [{ pointer, message, ...parsed.positionOf(pointer) }];
  });
}

/** Buttons of the built-in document that are gone, and its secrets that are none any more. */
function lostProblems(text: string, shippedText: string, read: ReadDocument): DocumentProblem[] {
  let parsed: ReturnType<typeof parseText>;
  let schema: Schema;
  try {
    parsed = parseText(text);
    schema = dereferenced(withReferences(parsed.value as ScreenDocument, read).schema ?? {});
  } catch {
    // `checkDocument` reports it.
    return [];
  }
  const { actions = [] } = parsed.value as ScreenDocument;
  const events = new Set(Array.isArray(actions) ? actions.map((action) => action?.event) : []);
  const problem = (pointer: string, message: string) => ({ pointer, message, ...parsed.positionOf(pointer) });
  const shipped = withReferences(JSON.parse(shippedText) as ScreenDocument, read);
  const buttons = (shipped.actions ?? [])
    .filter(({ event }) => !events.has(event))
    .map(({ event, label }) => problem('/actions', `the button “${label}” (event "${event}") is missing`));
  const asked = new Map([...subschemas(schema)].map((visit) => [visit.pointer, visit.at]));
  const secrets = new Set(secretsOf(schema));
  const shown = secretsOf(dereferenced(shipped.schema ?? {}))
    .filter((pointer) => asked.has(pointer) && !secrets.has(pointer))
    .map((pointer) => problem(`/schema${asked.get(pointer)}`, `${pointer} is a secret and stays "writeOnly"`));
  return [...buttons, ...shown];
}

function patternsIn({ schema }: ScreenDocument): { pattern: string; pointer: string }[] {
  return [...subschemas(schema)].flatMap(({ schema: { pattern }, at }) =>
    typeof pattern === 'string' ? [{ pattern, pointer: `/schema${at}/pattern` }] : [],
  );
}

function isSafe(pattern: string, milliseconds: number): boolean {
  if (milliseconds <= 0) return false;
  try {
    return isSafePattern(pattern, { timeout: milliseconds }).safe;
  } catch {
    // `checkDocument` reports an invalid pattern.
    return true;
  }
}

function told(problems: readonly DocumentProblem[]): JudgedText['problems'] {
  return problems.map(({ line, column, message }) => ({ line, column, message }));
}
