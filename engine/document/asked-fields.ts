import { mappingOf, rulesOf, type Sending, type Sent, type SentCall, type SentField } from '../flow/sends.ts';
import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { dereferenced, isSchema, subschemas } from './schema.ts';

export type Documents = Readonly<Record<string, ScreenDocument>>;

/** An answer that a mapping names, and where the manifest names it. */
export interface Named {
  answer: Pointer;
  at: Pointer;
}

/** Every answer that the mapping of a manifest names, and those that it declares as not sent. */
export function namedAnswers(manifest: { sends: NonNullable<Sending['sends']>; unsent?: unknown }): Named[] {
  const { sends } = manifest;
  const named = Object.entries(sends).flatMap(([call, own]) =>
    typeof own === 'string' || 'like' in own ? [] : namedIn(mappingOf({ sends }, call), pointerOf(['sends', call])),
  );
  const unsent = Array.isArray(manifest.unsent) ? (manifest.unsent as Pointer[]) : [];
  return [...named, ...unsent.map((answer, index) => ({ answer, at: `/unsent/${index}` }))];
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
  return rulesOf(sent).flatMap(({ from, zone, when, rows = {}, shares = {} }, index) => {
    const here = Array.isArray(sent) ? `${at}/${index}` : at;
    const answer = below + from;
    return [
      { answer, at: typeof sent === 'string' ? here : `${here}/from` },
      ...(zone === undefined ? [] : [{ answer: zone, at: `${here}/zone` }]),
      ...conditions(when, here),
      ...Object.entries(rows).flatMap(([field, inner]) =>
        namedBy(inner, here + pointerOf(['rows', field]), `${answer}/*`),
      ),
      ...Object.entries(shares).flatMap(([field, shared]) => [
        { answer: `${answer}/*${field}`, at: here + pointerOf(['shares', field]) },
        { answer: shared, at: here + pointerOf(['shares', field]) },
      ]),
    ];
  });
}

function conditions(when: SentField['when'], at: Pointer): Named[] {
  return Object.keys(when ?? {}).map((answer) => ({ answer, at: at + pointerOf(['when', answer]) }));
}

/** A list whose rows have rules of their own is sent by these; any other answer is sent with all that it holds. */
export function unnamedFields(named: readonly Named[], fields: readonly Pointer[]): Pointer[] {
  const answers = new Set(named.map(({ answer }) => answer));
  const isRow = (pointer: Pointer) => pointer.endsWith('/*');
  const hasRules = (pointer: Pointer) => [...answers].some((answer) => answer.startsWith(`${pointer}/`));
  const isSent = (field: Pointer): boolean => {
    if (answers.has(field) || isRow(field)) return true;
    const parents = field.split('/').map((_, index, all) => all.slice(0, index).join('/'));
    return parents.some((parent) => answers.has(parent) && !hasRules(parent));
  };
  return fields.filter((field) => !isSent(field));
}

/** Every field of the screens by `/<screen>/<field>`, items as `*`. */
export function askedFields(screens: Documents): Pointer[] {
  return Object.entries(screens).flatMap(([screen, { schema, given = [] }]) => {
    if (!isSchema(schema)) return [];
    const known = new Set(given.map((name) => pointerOf([name])));
    const pointers = [...subschemas(dereferenced(schema))]
      .map(({ pointer }) => pointer)
      .filter((one) => one !== '' && !known.has(pointerOf(segmentsOf(one).slice(0, 1))));
    return [...new Set(pointers)].map((pointer) => pointerOf([screen]) + pointer);
  });
}
