import { sql, type SQL } from 'drizzle-orm';

/**
 * Joins for the effective policy of a node, `n`: its own, over that of its location, over that of its organization, over the
 * default of its class. A policy that is turned off, or that is for another class, counts as none.
 */
export const effectivePolicyJoins: SQL = sql`
  left join policy p_own on p_own.id = n.policy_id and p_own.enabled and p_own.applies_to = n.node_class
  left join (policy_assignment a_loc join policy p_loc on p_loc.id = a_loc.policy_id and p_loc.enabled)
    on a_loc.location_id = n.location_id and a_loc.node_class = n.node_class
  left join (policy_assignment a_org join policy p_org on p_org.id = a_org.policy_id and p_org.enabled)
    on a_org.organization_id = n.organization_id and a_org.location_id is null and a_org.node_class = n.node_class
  left join policy p_def on p_def.node_class_default and p_def.enabled and p_def.applies_to = n.node_class`;

/** Null: only the division's settings apply. */
export const effectivePolicyId: SQL = sql`coalesce(p_own.id, p_loc.id, p_org.id, p_def.id)`;

export const assignedTo: SQL = sql`case when p_own.id is not null then 'DEVICE' when p_loc.id is not null then 'LOCATION'
  when p_org.id is not null then 'ORGANIZATION' when p_def.id is not null then 'DEFAULT' else 'NOTHING' end`;
