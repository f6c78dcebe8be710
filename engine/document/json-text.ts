import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';

/** 1-based, as editors count. */
export interface Position {
  line: number;
  column: number;
}

export interface ParsedText {
  value: unknown;
  /** Where the value of a pointer is: its key, if it has one; the nearest enclosing value when it is missing. */
  positionOf(pointer: Pointer): Position;
}

/** The text is not JSON. `offset` counts characters from 0. */
export class TextRefused extends Error {
  constructor(
    readonly offset: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TextRefused';
  }
}

const MAX_DEPTH = 200;

/** JSON with the position of every value; stricter than `JSON.parse` in one thing: a key must be unique. @throws TextRefused */
export function parseText(text: string): ParsedText {
  const errors: ParseError[] = [];
  const depth = text.match(/[{[]/g)?.length ?? 0;
  // The parser recurses; only a text with that many brackets can be too deep for it.
  if (depth > MAX_DEPTH) refuseDeepText(text);
  const root = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first) throw new TextRefused(first.offset, wordsOf(first));
  const offsets = new Map<Pointer, number>();
  if (root) keepOffsets(root, [], root.offset, offsets);
  return {
    value: readValue(text),
    positionOf(pointer) {
      let known = pointer;
      while (known !== '' && !offsets.has(known)) known = known.slice(0, known.lastIndexOf('/'));
      return positionAt(text, offsets.get(known) ?? 0);
    },
  };
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Brackets inside of texts count too: a document of this size has other problems. */
function refuseDeepText(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > MAX_DEPTH) throw new TextRefused(at, 'nested too deep');
  }
}

function keepOffsets(node: Node, path: readonly (string | number)[], at: number, offsets: Map<Pointer, number>): void {
  offsets.set(pointerOf(path), at);
  if (node.type === 'array')
    node.children?.forEach((item, index) => keepOffsets(item, [...path, index], item.offset, offsets));
  if (node.type !== 'object') return;
  const keys = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    if (keys.has(name)) throw new TextRefused(key?.offset ?? 0, `the key "${name}" is not unique`);
    keys.add(name);
    if (key && value) keepOffsets(value, [...path, name], key.offset, offsets);
  }
}

/** The parser accepts a little more than JSON (line breaks in texts). */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, position = '0'] = /position (\d+)/.exec(String(cause)) ?? [];
    throw new TextRefused(Number(position), 'not valid JSON', { cause });
  }
}

/** `PropertyNameExpected` → "property name expected". */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
