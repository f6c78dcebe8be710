import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

export type Database = NodePgDatabase<Record<string, never>>;
/** The pool's database or a transaction on it. */
export type Queries = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
