import { mappingOf, rulesOf, type Sending, type Sent, type SentCall, type SentField } from '../flow/sends.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf } from './pointer.ts';
import { dereferenced, isSchema, subschemas } from './schema.ts';
import type { Problem } from './semantic-checks.ts';

/** An answer that a mapping names, and where the manifest names it. */
interface Named {
  answer: Pointer;
  at: Pointer;
}

/** A mapping names answers that exist, and a field that a screen asks is sent, read or declared as not sent. */
export function sendsProblems(manifest: unknown, screens: Readonly<Record<string, ScreenDocument>>): Problem[] {
  if (!isSchema(manifest) || !isSchema(manifest['sends'])) return [];
  const sends = manifest['sends'] as NonNullable<Sending['sends']>;
  const lost = Object.entries(sends).flatMap(([call, own]) => sameAsProblems(sends, call, own));
  if (lost.length > 0) return lost;
  const fields = Object.entries(screens).flatMap(([screen, document]) => fieldsOf(screen, document));
  const named = Object.entries(sends).flatMap(([call, own]) =>
    typeof own === 'string' ? [] : namedIn(mappingOf({ sends }, call), pointerOf(['sends', call])),
  );
  const unsent = Array.isArray(manifest['unsent']) ? (manifest['unsent'] as Pointer[]) : [];
  const excused = unsent.map((answer, index) => ({ answer, at: `/unsent/${index}` }));
  return [...unknown([...named, ...excused], fields), ...unmapped([...named, ...excused], fields)];
}

function sameAsProblems(sends: NonNullable<Sending['sends']>, call: string, own: SentCall | string): Problem[] {
  if (typeof own !== 'string' || typeof sends[own] === 'object') return [];
  const others = Object.keys(sends).filter((name) => typeof sends[name] === 'object');
  return [
    { pointer: pointerOf(['sends', call]), message: `"${own}" has no body of its own${didYouMean(own, others)}` },
  ];
}

function namedIn({ body, reads = {}, inferred = {} }: SentCall, at: Pointer): Named[] {
  return [
    ...Object.entries(body).flatMap(([field, sent]) => namedBy(sent, at + pointerOf(['body', field]), '')),
    ...Object.entries(reads).map(([field, answer]) => ({ answer, at: at + pointerOf(['reads', field]) })),
    ...Object.entries(inferred).flatMap(([answer, choices]) => {
      const here = at + pointerOf(['inferred', answer]);
      return [{ answer, at: here }, ...choices.flatMap(({ when }, index) => conditions(when, `${here}/${index}`))];
    }),
  ];
}

function namedBy(sent: Sent | readonly Sent[], at: Pointer, below: Pointer): Named[] {
  return rulesOf(sent).flatMap(({ from, zone, when, rows = {} }, index) => {
    const here = Array.isArray(sent) ? `${at}/${index}` : at;
    const answer = below + from;
    return [
      { answer, at: typeof sent === 'string' ? here : `${here}/from` },
      ...(zone === undefined ? [] : [{ answer: zone, at: `${here}/zone` }]),
      ...conditions(when, here),
      ...Object.entries(rows).flatMap(([field, inner]) =>
        namedBy(inner, here + pointerOf(['rows', field]), `${answer}/*`),
      ),
    ];
  });
}

function conditions(when: SentField['when'], at: Pointer): Named[] {
  return Object.keys(when ?? {}).map((answer) => ({ answer, at: at + pointerOf(['when', answer]) }));
}

function unknown(named: readonly Named[], fields: readonly Pointer[]): Problem[] {
  return named
    .filter(({ answer }) => !fields.includes(answer))
    .map(({ answer, at }) => ({ pointer: at, message: `"${answer}" is no answer${didYouMean(answer, fields)}` }));
}

/** A list whose rows have rules of their own is sent by these; any other answer is sent with all that it holds. */
function unmapped(named: readonly Named[], fields: readonly Pointer[]): Problem[] {
  const answers = new Set(named.map(({ answer }) => answer));
  const isRow = (pointer: Pointer) => pointer.endsWith('/*');
  const hasRules = (pointer: Pointer) => [...answers].some((answer) => answer.startsWith(`${pointer}/`));
  const isSent = (field: Pointer): boolean => {
    if (answers.has(field) || isRow(field)) return true;
    const parents = field.split('/').map((_, index, all) => all.slice(0, index).join('/'));
    return parents.some((parent) => answers.has(parent) && !hasRules(parent));
  };
  return fields
    .filter((field) => !isSent(field))
    .map((field) => ({
      pointer: '/sends',
      message: `"${field}" is asked and never sent; send it or list it in "unsent"`,
    }));
}

/** Every field of a screen by `/<screen>/<field>`, items as `*`. */
function fieldsOf(screen: string, { schema }: ScreenDocument): Pointer[] {
  if (schema === undefined) return [];
  const pointers = [...subschemas(dereferenced(schema))].map(({ pointer }) => pointer).filter((one) => one !== '');
  return [...new Set(pointers)].map((pointer) => `/${screen}${pointer}`);
}
