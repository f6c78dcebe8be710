import { sql, type SQL } from 'drizzle-orm';

/**
 * The order of a page: by the column that the caller names (`-name`: the other way round), rows without a value last,
 * equal ones by what follows. `columns` says what each name sorts by; the first one is taken where none is named.
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
