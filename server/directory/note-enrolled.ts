import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { directoryDevice } from '../database/schema/directory.ts';

/**
 * A device that enrolled is the approved computer of its organization that has its name, however its agent was installed
 * (F04-15: pushed, or by a group policy).
 */
export async function noteEnrolled(
  db: Queries,
  { nodeId, organizationId, hostName }: { nodeId: number; organizationId: number; hostName: string },
  now: Date,
): Promise<void> {
  const label = (hostName.split('.')[0] ?? '').toLowerCase();
  const own = sql`lower(split_part(coalesce(nullif(${directoryDevice.hostName}, ''), ${directoryDevice.name}), '.', 1))`;
  await db
    .update(directoryDevice)
    .set({ nodeId, deployment: 'installed', nextAt: null, updatedAt: now })
    .where(
      and(
        eq(directoryDevice.organizationId, organizationId),
        eq(directoryDevice.status, 'APPROVED'),
        isNull(directoryDevice.nodeId),
        eq(own, label),
      ),
    );
}
