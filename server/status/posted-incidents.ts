import { and, eq, lt, type SQL } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { statusIncident, statusPage } from '../database/schema/status-pages.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { countOpenIncidents, toReply, type StatusIncidentReply } from './read-incidents.ts';

type Input = BodyOf<Catalogue['addStatusIncident']>;

const mostOpen = 10;
const mostUpdates = 50;
/** Ended incidents older than this are dropped. */
const keptDays = 90;
const dayMs = 24 * 3_600_000;

/** @throws Refused `not_found`, `invalid_input` */
export async function addStatusIncident(
  context: Pick<CallContext, 'db' | 'services' | 'now'>,
  pageId: number,
  body: Input,
): Promise<StatusIncidentReply> {
  const { db, now } = context;
  const { title, state, text } = checked(context, body);
  await touchPage(context, pageId);
  await requireRoom(db, pageId, state);
  const [row] = await db
    .insert(statusIncident)
    .values({
      pageId,
      title,
      updates: [{ state, text, at: now.toISOString() }],
      startedAt: now,
      endedAt: state === 'RESOLVED' ? now : null,
    })
    .returning();
  if (!row) throw new Error('The incident was not stored');
  return toReply(row);
}

/** Adds an update, or with `correct` replaces the latest one. @throws Refused `not_found`, `invalid_input` */
export async function saveStatusIncident(
  context: Pick<CallContext, 'db' | 'services' | 'now'>,
  pageId: number,
  id: number,
  body: Input & { correct?: boolean },
): Promise<StatusIncidentReply> {
  const { db, now } = context;
  const { title, state, text } = checked(context, body);
  await touchPage(context, pageId);
  const [before] = await db.select().from(statusIncident).where(isOf(pageId, id));
  if (!before) throw new Refused('not_found');
  if (before.endedAt !== null) await requireRoom(db, pageId, state);
  const [latest, ...earlier] = before.updates;
  const corrected = body.correct === true && latest !== undefined;
  const updates = corrected
    ? [{ state, text, at: latest.at }, ...earlier]
    : [{ state, text, at: now.toISOString() }, ...before.updates];
  requireFields({
    '/text':
      updates.length > mostUpdates ? `An incident has at most ${mostUpdates} updates. Post another one.` : undefined,
  });
  const endedAt = state === 'RESOLVED' ? (before.endedAt ?? now) : null;
  const [row] = await db.update(statusIncident).set({ title, updates, endedAt }).where(isOf(pageId, id)).returning();
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** The answer is its title. @throws Refused `not_found` */
export async function removeStatusIncident(
  context: Pick<CallContext, 'db' | 'now'>,
  pageId: number,
  id: number,
): Promise<string> {
  await touchPage(context, pageId);
  const [row] = await context.db
    .delete(statusIncident)
    .where(isOf(pageId, id))
    .returning({ title: statusIncident.title });
  if (!row) throw new Refused('not_found');
  return row.title;
}

export async function dropOldStatusIncidents(db: Queries, now: Date): Promise<void> {
  await db.delete(statusIncident).where(lt(statusIncident.endedAt, new Date(now.getTime() - keptDays * dayMs)));
}

function isOf(pageId: number, id: number): SQL | undefined {
  return and(eq(statusIncident.id, id), eq(statusIncident.pageId, pageId));
}

/** Locks the page, so that two technicians write one after the other, and lets visitors see the change at once. */
async function touchPage({ db, now }: Pick<CallContext, 'db' | 'now'>, pageId: number): Promise<void> {
  const touched = await db
    .update(statusPage)
    .set({ updatedAt: now })
    .where(eq(statusPage.id, pageId))
    .returning({ id: statusPage.id });
  if (touched.length === 0) throw new Refused('not_found');
}

async function requireRoom(db: Queries, pageId: number, state: Input['state']): Promise<void> {
  if (state === 'RESOLVED') return;
  const open = (await countOpenIncidents(db, [pageId])).get(pageId) ?? 0;
  requireFields({
    '/title': open >= mostOpen ? `At most ${mostOpen} incidents are open at once. Resolve one first.` : undefined,
  });
}

/** Judges the body by the form of the page. @throws Refused `invalid_input` */
function checked({ services }: Pick<CallContext, 'services'>, { title, state, text }: Input): Input {
  const input = { title: title.trim(), state, text: text.trim() };
  requireAnswers(services.screens.check('status-incident', 'incident', input));
  return input;
}
