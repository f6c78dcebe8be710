import { sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { planKinds } from '#api/contract/deletion.ts';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { readTicketTemplate } from '../ticket-template/ticket-template.ts';
import { isLastSysadmin } from '../accounts/users.ts';
import { policyBlockers } from './policy-blockers.ts';
import { userWarnings } from './user-warnings.ts';
import { counted } from './plan-tables.ts';
import { nodesOf, type Scope } from './scope.ts';

type Plan = ReplyOf<Catalogue['planOrganizationDeletion']>;
type Line = Plan['lines'][number];
type Coded = Plan['warnings'][number];
/** A blocker; its code is that of the refusal of whoever deletes all the same. */
interface Blocker extends Coded {
  code: Extract<
    ErrorCode,
    | 'forbidden'
    | 'delegate_has_vm_hosts'
    | 'cannot_delete_own_account'
    | 'last_sysadmin'
    | 'cannot_delete_default_policy'
    | 'policy_in_use'
    | 'cannot_delete_default_ticket_template'
  >;
}

/** Named of each kind; the others are counted. */
const MOST_NAMED = 5;

interface Wish {
  name: string;
  scope: Scope;
  /** Whether the caller may read the names of devices and monitors. */
  seesNodes: boolean;
}

/** What goes with a deletion, in counts and names (F10-03). */
export async function planDeletion(context: Pick<CallContext, 'db' | 'actor'>, wish: Wish): Promise<Plan> {
  const { db } = context;
  const lines: Line[] = [];
  for (const kind of planKinds) {
    const { rows, ofNodes } = counted[kind];
    const found = rows(wish.scope);
    if (found === undefined || (ofNodes && !hasNodes(wish.scope))) continue;
    const { rows: read } = await db.execute<{ name: string; total: number }>(
      sql`select name, (count(*) over ())::int as total from (${found}) as going order by lower(name), id limit ${MOST_NAMED}`,
    );
    const [first] = read;
    const names = ofNodes && !wish.seesNodes ? [] : read.map(({ name }) => name).filter(Boolean);
    if (first) lines.push({ kind, count: first.total, names });
  }
  const blockers = await blockersOf(context, wish.scope);
  return {
    verdict: blockers.length > 0 ? 'BLOCKED' : 'POSSIBLE',
    name: wish.name,
    lines,
    warnings: [...warningsOf(lines), ...(await userWarnings(db, wish.scope))],
    blockers,
  };
}

/** F10-13: tickets would be among them. */
function warningsOf(lines: readonly Line[]): Coded[] {
  const of = (kind: Line['kind']) => lines.find((line) => line.kind === kind)?.count ?? 0;
  const warnings: Coded[] = [];
  if (of('alerts') > 0)
    warnings.push({ code: 'ALERTS_OPEN', message: 'Open alerts end with it, 15 minutes after the deletion.' });
  if (of('statusPages') > 0)
    warnings.push({ code: 'ON_STATUS_PAGES', message: 'Public status pages show these monitors no more.' });
  if (of('vmGuests') > 0 && of('vmHosts') === 0)
    warnings.push({ code: 'GUESTS_COME_BACK', message: 'A VM guest is added again by the next reading of its host.' });
  return warnings;
}

const hasNodes = (scope: Scope): boolean => 'organizationId' in scope || 'nodeIds' in scope;
const coded = (code: Blocker['code']): Blocker => ({ code, message: errors[code].message });

/** Why it cannot be deleted. */
export async function blockersOf(context: Pick<CallContext, 'db' | 'actor'>, scope: Scope): Promise<Blocker[]> {
  if ('userId' in scope) return userBlockers(context, scope.userId);
  if ('policyId' in scope) return policyBlockers(context, scope.policyId);
  if ('ticketTemplateId' in scope) return ticketTemplateBlockers(context, scope.ticketTemplateId);
  return nodeBlockers(context, scope);
}

/** F10-09, F10-18 */
async function userBlockers({ db, actor }: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<Blocker[]> {
  const isOwn = actor.kind === 'user' && actor.userId === id;
  return [
    ...(isOwn ? [coded('cannot_delete_own_account')] : []),
    ...((await isLastSysadmin(db, id)) ? [coded('last_sysadmin')] : []),
  ];
}

/** F10-11, F10-20 */
async function ticketTemplateBlockers({ db }: Pick<CallContext, 'db'>, id: number): Promise<Blocker[]> {
  const { isDefault } = await readTicketTemplate(db, id);
  return isDefault ? [coded('cannot_delete_default_ticket_template')] : [];
}

async function nodeBlockers({ db, actor }: Pick<CallContext, 'db' | 'actor'>, scope: Scope): Promise<Blocker[]> {
  const delegate = await findDelegate(db, scope);
  const { message: words } = errors.delegate_has_vm_hosts;
  const isOne = 'nodeIds' in scope && scope.nodeIds.length === 1;
  const forbidden = (await organizationsOfNodes(db, scope)).some((id) => !holds(actor, 'NODE:Delete', id));
  return [
    ...(forbidden
      ? [{ code: 'forbidden' as const, message: 'You do not have permission to delete all of these devices.' }]
      : []),
    // F10-12, F10-21
    ...(delegate === undefined
      ? []
      : [
          {
            code: 'delegate_has_vm_hosts' as const,
            message: isOne ? words : `“${delegate}”: ${words}`,
          },
        ]),
  ];
}

/** A device that goes and is the delegate of a VM host that stays. */
async function findDelegate(db: Queries, scope: Scope): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select coalesce(nullif(n.friendly_name, ''), n.name) as name from node n
    join vm_host h on h.delegate_node_id = n.id and h.deletion_id is null
    join node host on host.id = h.node_id
    where ${nodesOf(scope)} and not ${nodesOf(scope, 'host')} order by lower(n.name) limit 1`);
  return rows[0]?.name;
}

async function organizationsOfNodes(db: Queries, scope: Scope): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select distinct n.organization_id as id from node n where ${nodesOf(scope)}`,
  );
  return rows.map(({ id }) => id);
}
