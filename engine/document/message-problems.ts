import { didYouMean } from './did-you-mean.ts';
import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf } from './pointer.ts';
import type { Problem } from './problem.ts';
import { subschemas, type Schema } from './schema.ts';

const keyword = 'uniqueBy';

/** `uniqueBy` messages at a pointer where the validator never reports `uniqueBy`: it reports the unique field of the duplicate row. */
export function messageProblems({ messages = {} }: ScreenDocument, schema: Schema): Problem[] {
  const told = new Set([...subschemas(schema)].flatMap(({ schema: list, pointer }) => toldAt(list, pointer)));
  return Object.entries(messages).flatMap(([pointer, words]) =>
    words[keyword] === undefined || told.has(pointer)
      ? []
      : [{ pointer: pointerOf(['messages', pointer, keyword]), message: misplaced(pointer, [...told]) }],
  );
}

function toldAt(list: Schema, pointer: Pointer): Pointer[] {
  const by = list[keyword];
  return typeof by === 'string' ? [`${pointer}/*${by === '/' ? '' : by}`] : [];
}

function misplaced(pointer: Pointer, told: readonly Pointer[]): string {
  const within = told.find((one) => one.startsWith(`${pointer}/`));
  const hint = within === undefined ? didYouMean(pointer, told) : `; did you mean "${within}"?`;
  return `no list asks that "${pointer}" is unique${hint}`;
}
