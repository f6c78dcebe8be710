import type { Decision } from '#api/contract/directory.ts';
import type { Queries } from '../database/database.ts';
import { directoryDevice } from '../database/schema/directory.ts';
import type { Row } from './describe-computers.ts';

const INSERTED_AT_ONCE = 500;

export type Decided = Pick<Row, 'objectGuid' | 'name' | 'hostName' | 'os' | 'isServer' | 'ouPath'> & {
  status: Decision;
  locationId: number | null;
};

interface Place {
  organizationId: number;
  domainControllerId: number;
  credentialId: number | null;
}

/**
 * Stores what was decided about computers, and returns those that it stored. A computer that was decided about before keeps what was
 * decided.
 */
export async function storeDecided(
  db: Queries,
  decided: readonly Decided[],
  place: Place,
  now: Date,
): Promise<Decided[]> {
  const stored: Decided[] = [];
  for (let from = 0; from < decided.length; from += INSERTED_AT_ONCE) {
    const some = decided.slice(from, from + INSERTED_AT_ONCE);
    const rows = await db
      .insert(directoryDevice)
      .values(
        some.map((computer) => ({
          ...computer,
          ...place,
          ...deploymentOf(computer.status, now),
          createdAt: now,
          updatedAt: now,
        })),
      )
      .onConflictDoNothing({ target: [directoryDevice.organizationId, directoryDevice.objectGuid] })
      .returning({ objectGuid: directoryDevice.objectGuid });
    const taken = new Set(rows.map(({ objectGuid }) => objectGuid));
    stored.push(...some.filter(({ objectGuid }) => taken.has(objectGuid)));
  }
  return stored;
}

/** An approved computer is due at once (F04-15). */
export function deploymentOf(status: Decision, now: Date) {
  return status === 'APPROVED'
    ? ({ deployment: 'waiting', nextAt: now } as const)
    : ({ deployment: 'none', nextAt: null } as const);
}
