import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { agentEnrollment } from '../database/schema/agents.ts';
import { Refused } from '../refused.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { requireDevicePlace } from './enrollment-tokens.ts';

/** The agent of a server's own machine asks every 3 seconds; one that has been silent for so long is gone. */
const ASKED_WITHIN_MS = 60_000;

const waiting = (now: Date) =>
  and(isNull(agentEnrollment.organizationId), gt(agentEnrollment.askedAt, new Date(now.getTime() - ASKED_WITHIN_MS)));

/** Servers whose own agent waits for its place. */
export async function listWaitingServers({
  db,
  now,
}: Pick<CallContext, 'db' | 'now'>): Promise<ReplyOf<Catalogue['listWaitingServers']>> {
  return db
    .select({ id: agentEnrollment.id, hostName: agentEnrollment.hostName })
    .from(agentEnrollment)
    .where(waiting(now))
    .orderBy(asc(agentEnrollment.id))
    .limit(100);
}

/** Gives a waiting server its place; its agent then enrols by itself. @throws Refused `not_found`, `invalid_input` */
export async function addServerDevice(
  context: WriteContext,
  id: number,
  body: BodyOf<Catalogue['addServerDevice']>,
): Promise<void> {
  const { name, ...place } = await requireDevicePlace(context, body);
  const [placed] = await context.db
    .update(agentEnrollment)
    .set(place)
    .where(and(eq(agentEnrollment.id, id), waiting(context.now)))
    .returning({ hostName: agentEnrollment.hostName });
  if (!placed) throw new Refused('not_found');
  await context.audit({
    action: 'SERVER_DEVICE_ADDED',
    entityType: 'LOCATION',
    entityId: place.locationId,
    summary: `Added the server “${placed.hostName}” as a device at location “${name}”`,
  });
}
