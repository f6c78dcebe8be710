import { sql, type SQL } from 'drizzle-orm';
import { isStandingNode } from '../access/visibility.ts';

/** What is to be deleted: an organization with all that it has, devices, or one user, policy or ticket template. */
export type Scope =
  | { organizationId: number }
  | { nodeIds: readonly number[] }
  | { userId: number }
  | { policyId: number }
  | { ticketTemplateId: number };

export const listed = (ids: readonly number[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;

/** The nodes that go, over `node` with this alias: a VM host takes its guests along. Without those that were deleted before. */
export function nodesOf(scope: Scope, alias = 'n'): SQL {
  const column = (name: string) => sql.raw(`"${alias}"."${name}"`);
  if (!('organizationId' in scope) && !('nodeIds' in scope)) return sql`false`;
  const within =
    'organizationId' in scope
      ? sql`${column('organization_id')} = ${scope.organizationId}`
      : sql`(${column('id')} in ${listed(scope.nodeIds)} or ${column('id')} in (
          select guest.node_id from vm_guest guest where guest.host_node_id in ${listed(scope.nodeIds)}))`;
  return sql`(${within} and ${isStandingNode(alias)})`;
}
