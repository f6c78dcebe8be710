import type { ScreenCase } from '#engine/cases/screen-cases.ts';
import type { Told } from '#engine/cases/told-case.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import type { useWords } from '../../words/words.ts';
import { saidTests } from './document-conditions.ts';
import { sayTests } from './say-tests.ts';

type Say = ReturnType<typeof useWords>;

export interface NamedCase extends ScreenCase {
  /** No other case of this kind has it. */
  name: string;
}

/** A condition may list every choice of a field; the list has one line for a case. */
const LONGEST = 100;

/** Names the cases in the words of their screen, and keeps the first of several that look the same to a person. */
export function namedCases(t: Say, document: ScreenDocument, cases: readonly ScreenCase[]): NamedCase[] {
  const groups = new Map<string, NamedCase[]>();
  for (const one of cases) {
    const name = shortened(sayCase(t, document, one));
    const group = groups.get(`${one.kind} ${name}`) ?? [];
    groups.set(`${one.kind} ${name}`, group);
    if (!group.some((other) => isAlike(one, other))) group.push({ ...one, name });
  }
  const accepted = new Set([...groups.values()].flat().flatMap(({ kind, name }) => (kind === 'refused' ? [] : [name])));
  return [...groups.values()].flatMap((group) => toldApart(t, group, accepted));
}

function isAlike(one: ScreenCase, other: ScreenCase): boolean {
  if (one.message !== other.message) return false;
  const isSameField =
    one.what.kind === 'field' && other.what.kind === 'field' && one.what.pointer === other.what.pointer;
  return isSameField || equal(one.data, other.data);
}

/** Told apart by what the person reads at the field, also from a case that is accepted, or by a number. */
function toldApart(t: Say, group: readonly NamedCase[], accepted: ReadonlySet<string>): NamedCase[] {
  const isTold = group.some(({ name, kind, message }) =>
    kind === 'refused' ? accepted.has(name) || message !== group[0]?.message : false,
  );
  const used = new Map<string, number>();
  return group.map((one) => {
    const { message } = one;
    const name =
      isTold && message !== undefined
        ? shortened(t('studio.case.because', { name: one.name, message }), LONGEST + 60)
        : one.name;
    const number = (used.get(name) ?? 0) + 1;
    used.set(name, number);
    return { ...one, name: number === 1 ? name : t('studio.case.again', { name, number }) };
  });
}

function shortened(text: string, longest = LONGEST): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

function sayCase(t: Say, document: ScreenDocument, { what, message }: ScreenCase): string {
  switch (what.kind) {
    case 'example':
      return t('studio.case.example', { number: what.number });
    case 'invalid':
      return what.field === undefined || message === undefined
        ? t('studio.case.invalid', { number: what.number })
        : t('studio.case.invalidAt', { number: what.number, field: what.field, message });
    case 'field':
      return t('studio.case.field', { field: what.field, told: sayTold(t, what.told) });
    case 'tests':
      return sayTests(t, saidTests(document, what.tests));
    case 'notAll':
      return t('studio.case.notAll', { tests: sayTests(t, saidTests(document, what.tests)) });
  }
}

function sayTold(t: Say, told: Told): string {
  switch (told.kind) {
    case 'value':
      return told.text;
    case 'characters':
      return t('studio.case.characters', { count: told.count });
    case 'items':
      return t('studio.case.items', { count: told.count });
    case 'bytes':
      return t('studio.case.bytes', { count: told.count });
    default:
      return t(`studio.case.told.${told.kind}`);
  }
}
