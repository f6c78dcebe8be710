import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { isStandingUser, visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { appUser } from '../database/schema/users.ts';
import { webhook } from '../database/schema/webhooks.ts';
import { alert } from '../database/schema/monitors.ts';
import { notificationChannel } from '../database/schema/notifications.ts';
import { credential } from '../database/schema/credentials.ts';
import { script, scriptCategory } from '../database/schema/script.ts';
import { scriptsWith } from '../scripts/category-access.ts';
import { networkScan } from '../database/schema/network-scans.ts';
import { backupJob } from '../database/schema/backup-job.ts';
import { managedFolder } from '../database/schema/managed-folder.ts';
import { policy } from '../database/schema/policy.ts';
import { policiesWith } from '../policy/policies-with.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { statusPage } from '../database/schema/status-pages.ts';

/** The current name of a row's entity. `organizationId` is set for what is shown on its organization's page. */
export interface Named {
  id: number;
  name: string;
  organizationId?: number;
}
type ReadNames = (db: Queries, actor: Actor, ids: number[]) => Promise<Named[]>;

const readNodes: ReadNames = (db, actor, ids) =>
  db
    .select({ id: node.id, name: node.name })
    .from(node)
    .where(and(inArray(node.id, ids), visibleNodes(actor)));

const namesOf: Readonly<Record<string, ReadNames>> = {
  ORGANIZATION: (db, actor, ids) =>
    db
      .select({ id: organization.id, name: organization.name })
      .from(organization)
      .where(and(inArray(organization.id, ids), visibleOrganizations(actor))),
  LOCATION: (db, actor, ids) =>
    db
      .select({ id: location.id, name: location.name, organizationId: location.organizationId })
      .from(location)
      .where(and(inArray(location.id, ids), visibleOrganizations(actor, location.organizationId))),
  NODE: readNodes,
  CLOUD_MONITOR: readNodes,
  ALERT: (db, actor, ids) =>
    db
      .select({ id: alert.id, name: alert.conditionName })
      .from(alert)
      .innerJoin(node, eq(node.id, alert.monitorId))
      .where(and(inArray(alert.id, ids), visibleNodes(actor))),
  USER: async (db, actor, ids) =>
    (
      await db
        .select({ id: appUser.id, firstName: appUser.firstName, lastName: appUser.lastName })
        .from(appUser)
        .where(and(inArray(appUser.id, ids), isStandingUser(), administrators(actor, eq(appUser.id, ownId(actor)))))
    ).map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() })),
  CREDENTIAL: (db, actor, ids) =>
    db
      .select({ id: credential.id, name: credential.name, organizationId: credential.organizationId })
      .from(credential)
      .where(and(inArray(credential.id, ids), visibleOrganizations(actor, credential.organizationId))),
  SCRIPT: (db, actor, ids) =>
    db
      .select({ id: script.id, name: script.name })
      .from(script)
      .where(and(inArray(script.id, ids), scriptsWith(actor, 'SCRIPT_CATEGORY:View'))),
  SCRIPT_CATEGORY: (db, actor, ids) =>
    db
      .select({ id: scriptCategory.id, name: scriptCategory.name })
      .from(scriptCategory)
      .where(and(inArray(scriptCategory.id, ids), administrators(actor))),
  NETWORK_SCAN: (db, actor, ids) =>
    db
      .select({ id: networkScan.id, name: networkScan.name, organizationId: networkScan.organizationId })
      .from(networkScan)
      .where(and(inArray(networkScan.id, ids), visibleOrganizations(actor, networkScan.organizationId))),
  BACKUP_JOB: (db, actor, ids) =>
    db
      .select({ id: backupJob.id, name: backupJob.name, organizationId: node.organizationId })
      .from(backupJob)
      .innerJoin(node, eq(node.id, backupJob.nodeId))
      .where(and(inArray(backupJob.id, ids), visibleNodes(actor))),
  MANAGED_FOLDER: (db, actor, ids) =>
    db
      .select({ id: managedFolder.id, name: managedFolder.path, organizationId: node.organizationId })
      .from(managedFolder)
      .innerJoin(node, eq(node.id, managedFolder.nodeId))
      .where(and(inArray(managedFolder.id, ids), visibleNodes(actor))),
  POLICY: (db, actor, ids) =>
    db
      .select({ id: policy.id, name: policy.name })
      .from(policy)
      .where(and(inArray(policy.id, ids), policiesWith(actor, 'POLICY:View'))),
  TICKET_TEMPLATE: (db, actor, ids) =>
    db
      .select({ id: ticketTemplate.id, name: ticketTemplate.name })
      .from(ticketTemplate)
      .where(and(inArray(ticketTemplate.id, ids), administrators(actor))),
  STATUS_PAGE: (db, actor, ids) =>
    db
      .select({ id: statusPage.id, name: statusPage.title })
      .from(statusPage)
      .where(and(inArray(statusPage.id, ids), administrators(actor))),
  WEBHOOK: (db, actor, ids) =>
    db
      .select({ id: webhook.id, name: webhook.name })
      .from(webhook)
      .where(and(inArray(webhook.id, ids), administrators(actor))),
  NOTIFICATION_CHANNEL: (db, actor, ids) =>
    db
      .select({ id: notificationChannel.id, name: notificationChannel.name })
      .from(notificationChannel)
      .where(and(inArray(notificationChannel.id, ids), administrators(actor))),
};

/** The names of the rows' entities, with one query per type. Undefined for an entity that was deleted or that the actor may not see. */
export async function namesFor(
  db: Queries,
  actor: Actor,
  rows: readonly { entityType: string; entityId: string | null }[],
): Promise<(Named | undefined)[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { entityType, entityId } of rows) {
    const id = Number(entityId ?? NaN);
    if (entityType in namesOf && Number.isSafeInteger(id))
      wanted.set(entityType, (wanted.get(entityType) ?? new Set()).add(id));
  }
  const found = new Map<string, Named>();
  for (const [type, ids] of wanted)
    for (const each of (await namesOf[type]?.(db, actor, [...ids])) ?? []) found.set(`${type} ${each.id}`, each);
  return rows.map(({ entityType, entityId }) => found.get(`${entityType} ${Number(entityId ?? NaN)}`));
}

/** Administrators see every entity of the division; other users see only their own. */
function administrators(actor: Actor, own?: SQL): SQL | undefined {
  return actor.kind !== 'anonymous' && actor.sysadmin ? undefined : (own ?? sql`false`);
}

function ownId(actor: Actor): number {
  return actor.kind === 'anonymous' ? 0 : actor.userId;
}
