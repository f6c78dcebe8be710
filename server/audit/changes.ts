/** One changed field. Both texts are null when the value must not be recorded, because it is or may contain a secret. */
export interface Change {
  /** Path of the field, separated by slashes: `conditions/Website is down/runCount`. */
  field: string;
  from: string | null;
  to: string | null;
}

const mostChanges = 40;
const longest = 300;

/**
 * The differences between two records, for the detail of an audit row. For lists it reports removed and added entries. `hidden` names
 * the fields whose values must not be recorded.
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
    // A nested record was added or removed: its fields are not worth listing.
    else if (isRecord(was) || isRecord(is)) found.push({ field, from: was ? 'Present' : '', to: is ? 'Present' : '' });
    else found.push({ field, from: wordsOf(was, is), to: wordsOf(is, was) });
  }
}

type Values = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text; of a list, the entries that the other list lacks. */
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
