import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { BrokenPath } from '#api/contract/studio.ts';
import { authorOf, isOfStandingAuthor } from '../access/author.ts';
import { holds } from '../access/permissions.ts';
import type { UserActor } from '../access/actor.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { appendAudit } from '../audit/chain.ts';
import type { Database } from '../database/database.ts';
import { scheduledScreen } from '../database/schema/screens.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';
import { judge, type Judgement } from './judge.ts';
import { latestNumber } from './published.ts';
import { publishRow } from './scheduled.ts';
import { isScheduleOf, type ScheduledRow } from './scheduled-rows.ts';
import { isEdited } from './screen-text.ts';
import type { ReadRecords } from './stored.ts';
import { keyOf } from './takers.ts';
import { auditedOrganization, requirePlace, screenInWords } from './variants.ts';
import type { Publishing } from './versions.ts';

export interface PublishTools {
  services: Services;
  readRecords: ReadRecords;
}

/** Longer than a check may take as a whole (`judge`). A server that is killed while it judges leaves the text to another one after that. */
const LEASE_MS = 10 * 60_000;
const BUSY_MS = 30_000;
const AGAIN = 'Take the text as your own change and publish it.';

/**
 * The job of every minute, and of the time of each publication: judges each text that is due and publishes it, or notes why not. One
 * server has the lease of a text; the row goes in the transaction that adds the version, so nothing is published twice.
 */
export async function publishDue(tools: PublishTools, now: Date = new Date()): Promise<void> {
  for (let row = await leaseOne(tools, now); row !== undefined; row = await leaseOne(tools, now))
    await publishOne(tools, row, now);
}

async function leaseOne({ services: { database } }: PublishTools, now: Date): Promise<ScheduledRow | undefined> {
  return database.transaction(async (tx) => {
    const isFree = or(isNull(scheduledScreen.leasedUntil), lte(scheduledScreen.leasedUntil, now));
    const isDue = and(lte(scheduledScreen.runAt, now), isNull(scheduledScreen.failedAt));
    const [row] = await tx
      .select()
      .from(scheduledScreen)
      .where(and(isDue, isFree, isOfStandingAuthor(scheduledScreen.userId)))
      .orderBy(scheduledScreen.runAt)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (row !== undefined) await lease(tx, row, new Date(now.getTime() + LEASE_MS));
    return row;
  });
}

async function lease(db: Pick<Database, 'update'>, row: ScheduledRow, leasedUntil: Date): Promise<void> {
  await db.update(scheduledScreen).set({ leasedUntil }).where(isSame(row));
}

const isSame = (row: ScheduledRow) => and(isScheduleOf(row), eq(scheduledScreen.id, row.id));

async function publishOne(tools: PublishTools, row: ScheduledRow, now: Date): Promise<void> {
  const author = await authorOf(tools.services.database, row, { again: AGAIN });
  const obstacle = typeof author === 'string' ? author : await obstacleOf(tools, row, author, now);
  if (obstacle === 'busy') return lease(tools.services.database, row, new Date(now.getTime() + BUSY_MS));
  if (obstacle !== undefined || typeof author === 'string') return noteFailed(tools, row, obstacle ?? AGAIN, now);
  try {
    await inTransaction(tools, author, now, async (context) => void (await publishRow(context, row)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await noteFailed(tools, row, `${error.message} ${AGAIN}`, now);
  }
}

/** Why a text cannot be published now, in words. */
async function obstacleOf(
  { services, readRecords }: PublishTools,
  row: ScheduledRow,
  author: UserActor,
  now: Date,
): Promise<string | undefined> {
  const { database: db, screens } = services;
  if (!holds(author, 'SYSTEM:Studio.Access')) return `${row.createdBy} may not open the Studio any more. ${AGAIN}`;
  if (!isEdited(screens, row)) return 'The Studio does not edit this screen any more.';
  const latest = await latestNumber(db, row);
  if (latest !== row.base) return `Version ${latest} was published meanwhile. ${AGAIN}`;
  try {
    const context = { db, services, actor: author, now, clientGone: new AbortController().signal };
    const place = await requirePlace(context, row);
    return inWords(await judge(context, place, row.text, { readRecords, inPage: true }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'not_found')
      return `${row.createdBy} may not see the organization of this screen any more. ${AGAIN}`;
    return error.code === 'screen_check_busy' ? 'busy' : error.message;
  }
}

function inWords({ problems, broken, stored }: Judgement): string | undefined {
  const [problem] = problems;
  if (problem !== undefined) return `Line ${problem.line}, column ${problem.column}: ${problem.message}`;
  const [first] = broken;
  if (first === undefined) return stored.count === 0 ? undefined : storedInWords(stored);
  return `It breaks ${broken.length === 1 ? 'a path' : `${broken.length} paths`} of the flow. ${pathInWords(first)}`;
}

function storedInWords({ count, told }: Judgement['stored']): string {
  const said = told.map(({ name, problems }) => [name, ...problems].filter(Boolean).join(': ')).join('; ');
  return `${count === 1 ? 'A stored record or draft' : `${count} stored records or drafts`} would no longer open or save. ${said}`.slice(
    0,
    1000,
  );
}

function pathInWords({ steps, problems }: BrokenPath): string {
  const after = steps.length === 0 ? '' : `After ${steps.join(', ')}: `;
  return `${after}${problems.join('; ')}`.slice(0, 1000);
}

async function inTransaction(
  { services: { database, screens, live, secrets } }: PublishTools,
  actor: UserActor,
  now: Date,
  work: (context: Publishing) => Promise<void>,
): Promise<void> {
  await database.transaction(async (db) => {
    const entries: AuditEntry[] = [];
    await work({
      db,
      actor,
      now,
      services: { screens },
      audit: async (entry) => void entries.push(entry),
      announce: (topic, ids) => live.announce(db, topic, ids),
    });
    await appendAudit(db, secrets, { userId: actor.userId, name: actor.name, ip: '', at: now }, entries);
  });
}

async function noteFailed(
  { services: { database, screens, live, secrets } }: PublishTools,
  row: ScheduledRow,
  reason: string,
  now: Date,
): Promise<void> {
  const { base } = row;
  await database.transaction(async (tx) => {
    const set = { failedAt: now, leasedUntil: null, reason };
    const noted = await tx.update(scheduledScreen).set(set).where(isSame(row)).returning({ id: scheduledScreen.id });
    if (noted.length === 0) return;
    const entityId = keyOf(row);
    const title = isEdited(screens, row) ? await screenInWords({ db: tx, services: { screens } }, row) : entityId;
    const summary = `Did not publish version ${base + 1} of the screen ${title}, scheduled by ${row.createdBy}. ${reason}`;
    await live.announce(tx, 'screen', [entityId]);
    await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [
      { action: 'SCREEN_NOT_PUBLISHED', entityType: 'SCREEN', entityId, ...auditedOrganization(row), summary },
    ]);
  });
}
