import { sql, type SQL } from 'drizzle-orm';
import { errors } from '#api/contract/errors.ts';
import { isStandingNode, visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { policy } from '../database/schema/policy.ts';
import { policiesWith } from '../policy/policies-with.ts';

/** Named of each kind; the others are counted. */
const MOST_NAMED = 5;

interface PolicyBlocker {
  code: 'cannot_delete_default_policy' | 'policy_in_use';
  message: string;
}

const blocker = (code: PolicyBlocker['code'], more = ''): PolicyBlocker => ({
  code,
  message: [errors[code].message, more].filter(Boolean).join(' '),
});

/** What uses a policy, in counts and in those names that the caller may see. */
interface Use {
  one: string;
  many: string;
  /** Rows `id`, `seen`, `name`. */
  rows: SQL;
}

/** F10-10, F10-19. What was deleted uses nothing: its undo asks whether its policies still stand (`requirePoliciesOf`). */
export async function policyBlockers(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<PolicyBlocker[]> {
  const { db } = context;
  const { rows } = await db.execute<{ isDefault: boolean }>(
    sql`select node_class_default as "isDefault" from policy where id = ${id}`,
  );
  const uses: string[] = [];
  for (const use of usesOf(context, id)) uses.push(...(await wordsOf(context, use)));
  return [
    ...(rows[0]?.isDefault ? [blocker('cannot_delete_default_policy')] : []),
    ...(uses.length > 0 ? [blocker('policy_in_use', `It is used by ${uses.join(', ')}.`)] : []),
  ];
}

function usesOf({ actor }: Pick<CallContext, 'actor'>, id: number): Use[] {
  const organizations = sql`(select ${organization.id} from ${organization} where ${visibleOrganizations(actor)})`;
  const nodes = sql`(select ${node.id} from ${node} where ${visibleNodes(actor)})`;
  const policies = sql`(select ${policy.id} from ${policy} where ${policiesWith(actor, 'POLICY:View')})`;
  return [
    {
      one: 'policy that inherits from it',
      many: 'policies that inherit from it',
      rows: sql`select p.id, p.name, p.id in ${policies} as seen
        from policy p where p.parent_policy_id = ${id} and p.deletion_id is null`,
    },
    {
      one: 'organization or location',
      many: 'organizations and locations',
      rows: sql`select a.id, o.name || coalesce(' · ' || l.name, '') as name, o.id in ${organizations} as seen
        from policy_assignment a join organization o on o.id = a.organization_id left join location l on l.id = a.location_id
        where a.policy_id = ${id} and o.deletion_id is null`,
    },
    {
      one: 'device',
      many: 'devices',
      rows: sql`select n.id, coalesce(nullif(n.friendly_name, ''), n.name) as name, n.id in ${nodes} as seen
        from node n where n.policy_id = ${id} and ${isStandingNode('n')}`,
    },
  ];
}

/** “2 devices (db-1, web-1)”; nothing where there are none. */
async function wordsOf({ db }: Pick<CallContext, 'db'>, { one, many, rows: found }: Use): Promise<string[]> {
  const { rows } = await db.execute<{ total: number; names: string[] | null }>(sql`
    select count(*)::int as total, (array_agg(name order by lower(name), id) filter (where seen))[1:${MOST_NAMED}] as names
    from (${found}) as uses`);
  const [row] = rows;
  if (!row || row.total === 0) return [];
  const { total, names } = row;
  const words = `${total.toLocaleString('en')} ${total === 1 ? one : many}`;
  if (names === null) return [words];
  return [`${words} (${[...names, ...(total > names.length ? ['…'] : [])].join(', ')})`];
}
