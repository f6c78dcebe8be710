import { fieldPlaces, type FieldPlace, type Test } from './conditions.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Problem } from './problem.ts';
import { subschemas, type Schema } from './schema.ts';

/** Within these a schema is a condition and declares no field. */
export const CONDITION = /\/(?:if|not|contains)(?:\/|$)/;

/** Conditions that name no field of the screen, compare with a value of another type, or can never hold. */
export function conditionProblems(schema: Schema): Problem[] {
  const visits = [...subschemas(schema)];
  const known = new Set(visits.filter(({ at }) => !CONDITION.test(at)).map(({ pointer }) => pointer));
  const types = new Map(
    visits.flatMap(({ schema: { type }, at, pointer }) =>
      type === undefined || CONDITION.test(at) ? [] : [[pointer, [type].flat()] as const],
    ),
  );
  const misnamed = visits.flatMap(({ schema: asked, at, pointer }): Problem[] => {
    if (!/\/if(?:\/|$)/.test(at)) return [];
    if (!known.has(pointer)) {
      const message = `the condition names "${pointer}", which no field of this screen has${didYouMean(pointer, [...known])}`;
      return [{ pointer: `/schema${at}`, message }];
    }
    const offered = types.get(pointer);
    const value = asked['const'];
    if (offered === undefined || value === undefined || offered.some((type) => isOfType(value, type))) return [];
    const message = `the condition can never hold: ${JSON.stringify(value)} is no ${offered.join(' or ')}`;
    return [{ pointer: `/schema${at}/const`, message }];
  });
  return misnamed.length > 0 ? misnamed : neverAsked([...fieldPlaces(schema)]);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

/** Fields that wait for each other or for themselves, and fields whose conditions contradict each other. */
function neverAsked(places: readonly FieldPlace[]): Problem[] {
  const asked = new Set<string>();
  for (let before = -1; before !== asked.size;) {
    before = asked.size;
    for (const { name, tests } of places)
      if (tests.every((test) => !needs(test) || asked.has(test.field))) asked.add(name);
  }
  return places.flatMap(({ name, at, tests }): Problem[] => {
    const why = !asked.has(name)
      ? 'its condition needs an answer that is only asked after it'
      : isContradiction(tests)
        ? 'its conditions contradict each other'
        : undefined;
    return why === undefined ? [] : [{ pointer: `/schema${at}`, message: `"${name}" is never asked: ${why}` }];
  });
}

function needs(test: Test): test is Extract<Test, { field: string }> {
  return test.kind === 'is' || test.kind === 'given';
}

function isContradiction(tests: readonly Test[]): boolean {
  return tests.some(
    (one) =>
      one.kind === 'is' &&
      tests.some(
        (other) =>
          other.kind === 'is' && other.field === one.field && !one.values.some((value) => other.values.includes(value)),
      ),
  );
}
