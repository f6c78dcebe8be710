import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PolicyConditions } from '#api/contract/policy.ts';
import type { PolicyPatches } from '#api/contract/policy-patches.ts';
import type { PolicyRole } from '#api/contract/policy-shapes.ts';
import { createdAt, identity, lower, revision, updatedAt } from './columns.ts';
import { deletionId } from './deletion.ts';
import { location, organization } from './organizations.ts';

/** A policy of the division. What it does not set itself it takes from its parent, and at last from the division. */
export const policy = pgTable(
  'policy',
  {
    id: identity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Applies to the devices of its class that have no policy assigned. */
    nodeClassDefault: boolean('node_class_default').notNull(),
    nodeClass: text('node_class').$type<PolicyRole>().notNull(),
    /** Of the role NMS only; empty otherwise. */
    nodeRoleId: text('node_role_id').notNull(),
    /** The class of the devices that it is for: `nodeClass`, or the class of its NMS role. */
    appliesTo: text('applies_to').notNull(),
    parentPolicyId: integer('parent_policy_id'),
    /** What it sets itself. */
    conditions: jsonb('conditions').$type<PolicyConditions>().notNull().default({}),
    patchManagement: jsonb('patch_management').$type<PolicyPatches>().notNull().default({}),
    deletionId: deletionId(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('policy_name')
      .on(lower(table.name))
      .where(sql`${table.deletionId} is null`),
    index('policy_deletion')
      .on(table.deletionId)
      .where(sql`${table.deletionId} is not null`),
    uniqueIndex('policy_default')
      .on(table.appliesTo)
      .where(sql`${table.nodeClassDefault}`),
    // Without "on delete": a policy with children stays.
    foreignKey({ name: 'policy_parent', columns: [table.parentPolicyId], foreignColumns: [table.id] }),
    index('policy_children').on(table.parentPolicyId),
  ],
);

/** The policy of one class of devices in an organization or, with `locationId`, at one of its locations. */
export const policyAssignment = pgTable(
  'policy_assignment',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    locationId: integer('location_id'),
    /** `appliesTo` of the policy. */
    nodeClass: text('node_class').notNull(),
    policyId: integer('policy_id')
      .notNull()
      .references(() => policy.id),
  },
  (table) => [
    foreignKey({
      name: 'policy_assignment_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }).onDelete('cascade'),
    unique('policy_assignment_once').on(table.organizationId, table.locationId, table.nodeClass).nullsNotDistinct(),
    index('policy_assignment_of').on(table.policyId),
  ],
);
