import { isFacts, type Fact, type Facts } from './facts.ts';
import { spelled } from './values.ts';

/** What differs from what was approved, in words: "Name: at most 51, approved: 50". */
export function differences(approved: Facts, found: Facts): string[] {
  const told: string[] = [];
  compare(approved, found, [], (path, was, is) => told.push(...inWords(subjectOf(path, approved, found), was, is)));
  return told;
}

type Tell = (path: readonly string[], approved: Fact | undefined, found: Fact | undefined) => void;

function compare(approved: Fact | undefined, found: Fact | undefined, path: readonly string[], tell: Tell): void {
  if (isFacts(approved) && isFacts(found)) {
    for (const name of new Set([...Object.keys(approved), ...Object.keys(found)]))
      compare(approved[name], found[name], [...path, name], tell);
  } else if (JSON.stringify(approved) !== JSON.stringify(found)) tell(path, approved, found);
}

// States and screens go by what a person reads there, fields by their labels.
function subjectOf(
  path: readonly string[],
  approved: Facts,
  found: Facts,
): { subject: string; rest: readonly string[] } {
  const [section = '', name = '', ...more] = path;
  const at = (...keys: string[]) => read(approved, keys) ?? read(found, keys);
  if (section === 'states' && name !== 'opened')
    return { subject: String(at('states', name, 'heading') ?? name), rest: more };
  if (section === 'screens' && more[0] === 'fields') {
    const [, field = '', ...facts] = more;
    const label =
      read(approved, ['screens', name, 'fields', field, 'label']) ?? labelIn(at('screens', name, 'fields', field));
    return { subject: typeof label === 'string' ? label : `${name}${field}`, rest: facts };
  }
  if (section === 'screens') return { subject: String(read(approved, ['screens', name, 'title']) ?? name), rest: more };
  if (section === 'calls') return { subject: name, rest: more };
  return { subject: section, rest: path.slice(1) };
}

/** The label that some branch gives. */
function labelIn(field: Fact | undefined): Fact | undefined {
  if (!isFacts(field)) return undefined;
  return Object.values(field).flatMap((held) =>
    isFacts(held) && held['label'] !== undefined ? [held['label']] : [],
  )[0];
}

function read(facts: Fact | undefined, [name, ...rest]: readonly string[]): Fact | undefined {
  if (name === undefined) return facts;
  return isFacts(facts) ? read(facts[name], rest) : undefined;
}

function inWords(
  { subject, rest }: { subject: string; rest: readonly string[] },
  was: Fact | undefined,
  is: Fact | undefined,
): string[] {
  const what = rest.join(', ');
  const line = (found: string, before: string) =>
    `${[`${subject}:`, what, found].filter(Boolean).join(' ')}, approved: ${before}`;
  if (isList(was) || isList(is)) {
    const [old, now] = [listed(was), listed(is)];
    const added = now.filter((one) => !old.includes(one));
    const gone = old.filter((one) => !now.includes(one));
    if (added.length + gone.length === 0) return [line(`in the order ${now.join(', ')}`, old.join(', '))];
    const paired = added.map((one) => line(one, gone.length === 1 && added.length === 1 ? String(gone[0]) : 'not so'));
    return added.length === 1 && gone.length === 1 ? paired : [...paired, ...gone.map((one) => line('no longer', one))];
  }
  return [line(is === undefined ? 'nothing' : spelled(is), was === undefined ? 'nothing' : spelled(was))];
}

function isList(fact: Fact | undefined): fact is readonly string[] {
  return Array.isArray(fact);
}

function listed(fact: Fact | undefined): string[] {
  if (fact === undefined) return [];
  return isList(fact) ? fact.map((item: Fact) => (typeof item === 'string' ? item : spelled(item))) : [spelled(fact)];
}

/** How many facts there are, each item of a list counted. */
export function factCount(fact: Fact): number {
  if (isFacts(fact)) return Object.values(fact).reduce<number>((sum, held) => sum + factCount(held), 0);
  return isList(fact) ? fact.length : 1;
}
