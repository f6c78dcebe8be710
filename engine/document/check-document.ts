import type { ErrorObject, ValidateFunction } from 'ajv';
import { vocabularyAjv } from '../compile/ajv.ts';
import type { Documents } from './asked-fields.ts';
import { customProblems } from './custom-fields.ts';
import type { Pointer, ScreenDocument } from './document.ts';
import { parseText, positionAt, TextRefused, type ParsedText, type Position } from './json-text.ts';
import { didYouMean } from './did-you-mean.ts';
import { manifestMetaSchema, screenMetaSchema } from './meta-schema.ts';
import { pointerOf } from './pointer.ts';
import { noDocuments, withReferences, type ReadDocument } from './references.ts';
import type { Problem } from './problem.ts';
import { manifestProblems, screenProblems } from './semantic-checks.ts';

/** What is wrong with a document's text, and where: `line` and `column` are 1-based. */
export interface DocumentProblem extends Problem, Position {}

let metaValidators: { screen: ValidateFunction; manifest: ValidateFunction } | undefined;

/**
 * Everything wrong with the text of a screen document: its JSON, its shape, and what it says about itself. `read` finds
 * the documents that it refers to.
 */
export function checkDocument(text: string, read: ReadDocument = noDocuments): DocumentProblem[] {
  return check(text, (value) => {
    const wrongShape = shapeProblems(validatorsOfMeta().screen, value);
    let whole: ScreenDocument;
    try {
      whole = withReferences(value as ScreenDocument, read);
    } catch (error) {
      return [...wrongShape, { pointer: '', message: error instanceof Error ? error.message : String(error) }];
    }
    return [...wrongShape, ...tolerant(() => screenProblems(whole))];
  });
}

/** The same for a `flow.json`; `screens` are the documents beside it, by id. */
export function checkManifest(text: string, screens: Readonly<Record<string, ScreenDocument>>): DocumentProblem[] {
  return check(text, (value) => [
    ...shapeProblems(validatorsOfMeta().manifest, value),
    ...tolerant(() => manifestProblems(value, screens)),
  ]);
}

/** What a screen asks and the flow that keeps custom fields cannot keep. */
export function checkCustomFields(
  screen: string,
  text: string,
  { manifest, screens }: { manifest: unknown; screens: Documents },
): DocumentProblem[] {
  // `customProblems` reports a repeated name at the second screen, so the changed screen comes last.
  const { [screen]: own, ...others } = screens;
  const inOrder = { ...others, ...(own && { [screen]: own }) };
  return check(text, () => tolerant(() => customProblems(manifest, inOrder).filter((one) => one.screen === screen)));
}

function check(text: string, problemsOf: (value: unknown) => Problem[]): DocumentProblem[] {
  let parsed: ParsedText;
  try {
    parsed = parseText(text);
  } catch (refused) {
    if (!(refused instanceof TextRefused)) throw refused;
    return [{ ...positionAt(text, refused.offset), pointer: '', message: refused.message }];
  }
  const located = (problem: Problem): DocumentProblem => ({ ...problem, ...parsed.positionOf(problem.pointer) });
  return problemsOf(parsed.value)
    .map(located)
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** What a document says is only asked when its shape lets it be asked: a wrong shape is told already. */
function tolerant(problems: () => Problem[]): Problem[] {
  try {
    return problems();
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function shapeProblems(validate: ValidateFunction, value: unknown): Problem[] {
  if (validate(value)) return [];
  const told = (validate.errors ?? []).filter(
    ({ keyword, propertyName }) => keyword !== 'if' && propertyName === undefined,
  );
  return told.map((error) => ({ pointer: pointerTo(error), message: wordsOf(error) }));
}

function pointerTo({ keyword, instancePath, params }: ErrorObject): Pointer {
  const name: unknown = params[keyword === 'propertyNames' ? 'propertyName' : 'additionalProperty'];
  return typeof name === 'string' ? instancePath + pointerOf([name]) : instancePath;
}

function wordsOf({ keyword, params, parentSchema, message, data }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      return `"${name}" is not known here${didYouMean(name, Object.keys(parentSchema?.['properties'] ?? {}))}`;
    }
    case 'enum': {
      const choices = ((parentSchema?.['enum'] as unknown[] | undefined) ?? []).map(String);
      return `${JSON.stringify(data)} is not one of ${choices.join(', ')}${didYouMean(String(data), choices)}`;
    }
    case 'required':
      return `"${String(params['missingProperty'])}" is missing`;
    case 'propertyNames':
      return `"${String(params['propertyName'])}" cannot stand as a key here`;
    default:
      return message ?? `breaks "${keyword}"`;
  }
}

function validatorsOfMeta() {
  metaValidators ??= {
    screen: vocabularyAjv({ forAuthors: true }).compile(screenMetaSchema),
    manifest: vocabularyAjv({ forAuthors: true }).compile(manifestMetaSchema),
  };
  return metaValidators;
}
