import { sql, type SQL } from 'drizzle-orm';

/**
 * The order of a page: by the column that the caller names (`-name`: descending), rows without a value last,
 * ties by `then`. `columns` maps each name to its column; the first one is the default.
 */
export function orderOf<Name extends string>(
  columns: Readonly<Record<Name, SQL>>,
  asked: Name | `-${Name}` | undefined,
  ...then: SQL[]
): SQL[] {
  const [first] = Object.keys(columns) as Name[];
  const descending = asked?.startsWith('-') ?? false;
  const name = (descending ? asked?.slice(1) : asked) as Name | undefined;
  const column = columns[name ?? (first as Name)];
  return [descending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`, ...then];
}
