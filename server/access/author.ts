import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import { readOwner } from '../accounts/credentials.ts';
import { appendAudit } from '../audit/chain.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Queries } from '../database/database.ts';
import type { Secrets } from '../secrets.ts';
import type { Actor, UserActor } from './actor.ts';
import { holds } from './permissions.ts';
import { signedIn } from './signed-in.ts';
import { isStandingUser } from './visibility.ts';

/** Work that runs with the permissions of whoever saved it last (decision 050). */
interface Authored {
  /** Null once the user was deleted; the name outlives them. */
  userId: number | null;
  createdBy: string;
}

/**
 * Whether the author is not marked for deletion. What is due of one who is waits as it is: for the undo, after which it runs, or for the
 * purge, after which it has no author (decision 053). `userId`: the column of the work.
 */
export function isOfStandingAuthor(userId: AnyColumn | SQL): SQL {
  return sql`(not exists (select 1 from app_user author where author.id = ${userId} and not ${isStandingUser('author')}))`;
}

/** Of what the actor saves. */
export function authorOfSave(actor: Actor): Authored & { userId: number } {
  const { userId, name: createdBy } = signedIn(actor);
  return { userId, createdBy };
}

interface Needed {
  /** What somebody has to do again, and who may: “Save the scan again as somebody who may add devices.” */
  again: string;
}

/** The author with their permissions as they are now, or why the work does not run, in words. */
export async function authorOf(
  db: Queries,
  { userId, createdBy }: Authored,
  { again }: Needed,
): Promise<UserActor | string> {
  const owner = userId === null ? undefined : await readOwner(db, userId);
  return owner ?? `${createdBy} cannot sign in any more. ${again}`;
}

/** Why work on devices of an organization does not run, in words; undefined when its author may do it. `may`: “add devices to this organization”. */
export async function authorObstacle(
  db: Queries,
  work: Authored,
  {
    again,
    may,
    permission,
    organizationId,
  }: Needed & { may: string; permission: PermissionName; organizationId: number },
): Promise<string | undefined> {
  const author = await authorOf(db, work, { again });
  if (typeof author === 'string') return author;
  if (mayWorkOn(author, permission, organizationId)) return undefined;
  return `${work.createdBy} may not ${may} any more. ${again}`;
}

/** As a person who does it by hand needs it. */
export function mayWorkOn(author: Actor, permission: PermissionName, organizationId: number): boolean {
  return (
    holds(author, 'ORGANIZATION:View', organizationId) &&
    holds(author, 'NODE:View', organizationId) &&
    holds(author, permission, organizationId)
  );
}

/** Writes to the audit trail that work stopped, unless it stopped for the same reason when it was due last. */
export async function auditStopped(
  tx: Queries,
  secrets: Secrets,
  { before, reason, entry }: { before: string; reason: string; entry: Omit<AuditEntry, 'summary'> & { what: string } },
  now: Date,
): Promise<void> {
  if (before === reason) return;
  const { what, ...rest } = entry;
  const summary = `Did not run ${what}. ${reason}`;
  await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [{ ...rest, summary }]);
}
