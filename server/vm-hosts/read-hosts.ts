import { sql } from 'drizzle-orm';
import type { HostResponse, HostRequest, VmHostType } from '#api/contract/agent-methods/vm-host.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Live } from '../live/messages.ts';
import type { Secrets } from '../secrets.ts';
import { loginOf } from '../credentials/login-of.ts';
import { storeHost } from './store-host.ts';
import { isStandingNode, isStandingNodeId } from '../access/visibility.ts';

interface Tools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
}

/** Which of these devices are the delegate of a host that is due. */
export async function delegatesWithDueHosts(db: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct delegate_node_id as id from vm_host
    where next_at <= ${now.toISOString()} and ${isStandingNodeId(sql.raw('vm_host.node_id'))}
      and delegate_node_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`);
  return rows.map(({ id }) => id);
}

interface DueHost extends Record<string, unknown> {
  nodeId: number;
  type: VmHostType;
  hostname: string;
  apiPort: number;
  certificate: string;
  credentialId: number | null;
  revision: number;
}

/** Takes one host of the delegate that is due; nobody else gets it until `next`. */
async function claimHost(db: Queries, delegate: number, now: Date, next: Date): Promise<DueHost | undefined> {
  const { rows } = await db.execute<DueHost>(sql`
    with due as (
      select node_id from vm_host where next_at <= ${now.toISOString()} and delegate_node_id = ${delegate}
        and ${isStandingNodeId(sql.raw('vm_host.node_id'))}
      order by next_at, node_id limit 1 for update skip locked
    )
    update vm_host h set next_at = ${next.toISOString()} from due where h.node_id = due.node_id
    returning h.node_id as "nodeId", h.type, h.hostname, h.api_port as "apiPort", h.certificate,
      h.credential_id as "credentialId", h.revision`);
  return rows[0];
}

const withoutCredential = {
  code: 'vm_host_test_delegate_error_with_message',
  message: 'The credential was removed.',
  certificate: null,
  host: null,
  guests: [],
} satisfies HostResponse;

/**
 * Reads the hosts of a delegate until none is due, a host at a time.
 * @throws RpcError when the delegate cannot; the host is read again after `everySeconds`
 */
export async function readHosts(
  { database, live, secrets }: Tools,
  delegate: number,
  { everySeconds, read }: { everySeconds: number; read(request: HostRequest): Promise<HostResponse> },
): Promise<void> {
  for (;;) {
    const now = new Date();
    const due = await claimHost(database, delegate, now, new Date(now.getTime() + everySeconds * 1000));
    if (due === undefined) return;
    const { nodeId, type, certificate, revision } = due;
    const where = type === 'ESXI' ? { hostname: due.hostname, apiPort: due.apiPort } : { hostname: '', apiPort: 0 };
    const none = type === 'ESXI' ? undefined : { username: '', password: '' };
    const login =
      due.credentialId === null ? none : await loginOf({ db: database, secrets }, delegate, due.credentialId);
    const answer = login ? await read({ type, ...where, certificate, ...login }) : withoutCredential;
    const changed = await storeHost(database, nodeId, answer, new Date(), revision);
    if (changed.length > 0) await live.announce(database, 'node', changed);
  }
}

/**
 * Hosts that nobody has read since then, and their guests, are neither online nor offline; a host that does not answer stays
 * offline. Returns those that were.
 */
export async function markUnread(db: Queries, before: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with host as (
      select node_id as id from vm_host where read_at < ${before.toISOString()}
    ), stale as materialized (
      select n.id from node n
      where ${isStandingNode('n')} and (n.is_up and n.id in (select id from host)
        or (n.is_up or n.is_down) and n.id in (select node_id from vm_guest where host_node_id in (select id from host)))
      order by n.id for no key update of n
    )
    update node set is_up = false, is_down = false from stale where node.id = stale.id returning node.id`);
  return rows.map(({ id }) => id);
}
