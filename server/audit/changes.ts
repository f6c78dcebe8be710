/** One field of an audited change. Both texts are null where the value is not for the trail: a secret, or what may hold one. */
export interface Change {
  /** Names of the field, outermost first, by slashes: `conditions/Website is down/runCount`. */
  field: string;
  from: string | null;
  to: string | null;
}

const mostChanges = 40;
const longest = 300;

/**
 * What differs between two records, for the detail of an audit row. Of lists it tells what left and what came. `hidden` names
 * fields of which only the fact of a change is told.
 */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  hidden: readonly string[] = [],
): { changes: Change[] } {
  const found: Change[] = [];
  compare(found, '', before, after, new Set(hidden));
  return { changes: found.slice(0, mostChanges) };
}

function compare(found: Change[], path: string, before: Values, after: Values, hidden: ReadonlySet<string>): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]];
    if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) continue;
    const field = path === '' ? key : `${path}/${key.replaceAll('/', ' ')}`;
    if (hidden.has(key)) found.push({ field, from: null, to: null });
    else if (isRecord(was) && isRecord(is)) compare(found, field, was, is, hidden);
    // A row that came or left: its parts would be read by nobody.
    else if (isRecord(was) || isRecord(is)) found.push({ field, from: was ? 'Present' : '', to: is ? 'Present' : '' });
    else found.push({ field, from: wordsOf(was, is), to: wordsOf(is, was) });
  }
}

type Values = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a person reads it; of a list, what the other one lacks. */
function wordsOf(value: unknown, other: unknown): string {
  if (!Array.isArray(value)) return cut(textOf(value));
  const known = new Set(Array.isArray(other) ? other.map(textOf) : []);
  return cut(
    value
      .map(textOf)
      .filter((each) => !known.has(each))
      .join(', '),
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ');
  return String(value as string | number | boolean);
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
