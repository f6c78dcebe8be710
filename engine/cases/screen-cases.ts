import type { CompiledScreen, FieldError, Pointer } from '../document/document.ts';
import { negated, testsOf, type Test } from '../document/conditions.ts';
import { isSchema } from '../document/schema.ts';
import type { Answers } from '../flow/flow.ts';
import { equal } from '../vocabulary/runtime.ts';
import { branchesOf, findBoundaries, type Boundary, type Judge } from './boundaries.ts';
import { compiledConditions } from './compiled-conditions.ts';
import { areTold, isPlain, isShown, labelAt, told, type Told } from './told-case.ts';

/** Answers of a screen to look at, and what they are. */
export interface ScreenCase {
  kind: 'example' | 'accepted' | 'refused';
  what: CaseWords;
  data: Answers;
  /** What a person reads at the field that is wrong. */
  message?: string;
}

/** What names a case: the number of an example, one field and its value, or a condition of the screen. */
export type CaseWords =
  | { kind: 'example'; number: number }
  | { kind: 'invalid'; number: number; field?: string }
  | { kind: 'field'; pointer: Pointer; field: string; told: Told }
  | { kind: 'tests'; tests: readonly Test[] }
  | { kind: 'notAll'; tests: readonly Test[] };

/**
 * The valid examples of a screen, then answers just inside and just outside each of its bounds, rules, choices and required fields, answers
 * for both branches of each condition, and its invalid examples. In parts, for a page that has to answer its person meanwhile. Throws for a
 * screen that was compiled without its conditions.
 */
export function* casesOf(screen: CompiledScreen, now: Date): Generator<undefined, ScreenCase[]> {
  const { examples } = screen.document;
  const judge: Judge = { screen, now, holds: compiledConditions(screen) };
  const valid = (examples?.valid ?? []) as Answers[];
  const bases = valid.filter((data) => screen.validate(data, { now }).length === 0);
  yield;
  const boundaries = (yield* findBoundaries(judge, bases)).filter(({ pointer }) => isShown(screen.document, pointer));
  const inside = boundaries.flatMap((one) => (one.inside === undefined ? [] : [one.inside]));
  return [
    ...valid.map((data, index): ScreenCase => ({
      kind: 'example',
      what: { kind: 'example', number: index + 1 },
      data,
    })),
    ...boundaries.flatMap((one) => insideOf(screen, one, bases)),
    ...branchesOf(judge, [...bases, ...inside]).flatMap(({ condition, holds, data }): ScreenCase[] => {
      const tests: Test[] = isSchema(condition) ? testsOf(condition) : [{ kind: 'other' }];
      const isTold = data !== undefined && areTold(screen.document, tests);
      return isTold ? [{ kind: 'accepted', what: branchWords(tests, holds), data }] : [];
    }),
    ...boundaries.flatMap((one) => outsideOf(screen, one)),
    ...((examples?.invalid ?? []) as Answers[]).map((data, index) => invalidCase(judge, data, index + 1)),
  ];
}

/** Every example keeps a rule such as “required”, and the list has the examples already. */
function insideOf(screen: CompiledScreen, boundary: Boundary, bases: readonly Answers[]): ScreenCase[] {
  const { inside: data, keyword } = boundary;
  if (data === undefined || (isPlain(keyword) && bases.some((base) => equal(base, data)))) return [];
  return [{ kind: 'accepted', what: fieldWords(screen, boundary, data, true), data }];
}

function outsideOf(screen: CompiledScreen, boundary: Boundary): ScreenCase[] {
  const { outside } = boundary;
  if (outside === undefined) return [];
  const { data, error } = outside;
  return [{ kind: 'refused', what: fieldWords(screen, boundary, data, false), data, message: error.message }];
}

function fieldWords({ document }: CompiledScreen, boundary: Boundary, data: Answers, isInside: boolean): CaseWords {
  const { pointer, at } = boundary;
  const field = labelAt(document, pointer, at);
  return { kind: 'field', pointer, field, told: told(document, boundary, data, isInside) };
}

function branchWords(tests: readonly Test[], holds: boolean): CaseWords {
  if (holds) return { kind: 'tests', tests };
  const opposite = negated(tests);
  return opposite.kind === 'other' ? { kind: 'notAll', tests } : { kind: 'tests', tests: [opposite] };
}

function invalidCase({ screen, now }: Judge, data: Answers, number: number): ScreenCase {
  const [error]: (FieldError | undefined)[] = screen.validate(data, { now });
  const field = error && labelAt(screen.document, error.pointer);
  return {
    kind: 'refused',
    what: { kind: 'invalid', number, ...(field !== undefined && { field }) },
    data,
    ...(error && { message: error.message }),
  };
}
