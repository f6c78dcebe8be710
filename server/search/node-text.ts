import { sql } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';

/** The words of a device. Must match the expression of the trigram index `node_search` exactly, so that PostgreSQL uses the index. */
export const nodeText = sql`lower(${node.name} || ' ' || ${node.friendlyName} || ' ' || ${node.systemName} || ' ' || ${node.netbiosName} || ' ' || ${node.lastLoggedInUser} || ' ' || ${node.biosSerialNumber} || ' ' || ${node.publicIp} || ' ' || cairn_words(${node.ipAddresses}) || ' ' || cairn_words(${node.macAddresses}))`;
