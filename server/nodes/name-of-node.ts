import { sql } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';

/** The name that a person gave, else its own. */
export const nameOfNode = sql<string>`coalesce(nullif(${node.friendlyName}, ''), ${node.name})`;
