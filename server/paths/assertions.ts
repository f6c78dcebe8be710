import { asc, count, eq } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { BodyOf, FileReply, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { pathAssertion } from '../database/schema/path-runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';

/** The words that a state must show, always or on some path, and the buttons that it must have. */
export interface StateAssertions {
  says: string[];
  sometimes: string[];
  offers: string[];
}

/** Of one flow. */
const MOST_ASSERTIONS = 500;

/** @throws Refused `not_found` */
export function requireFlow({ screens }: CallContext['services'], flow: string): void {
  if (!screens.flows().includes(flow)) throw new Refused('not_found');
}

/** The assertions about a flow, by state. */
export async function assertionsOf(db: Queries, flow: string): Promise<Record<string, StateAssertions>> {
  const rows = await db.select().from(pathAssertion).where(eq(pathAssertion.flow, flow)).orderBy(asc(pathAssertion.id));
  const byState: Record<string, StateAssertions> = {};
  for (const { state, kind, text } of rows)
    (byState[state] ??= { says: [], sometimes: [], offers: [] })[kind].push(text);
  return byState;
}

/** @throws Refused `not_found` for a flow that does not exist */
export async function listAssertions(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  flow: string,
): Promise<ReplyOf<Catalogue['listAssertions']>> {
  requireFlow(services, flow);
  const rows = await db
    .select({
      row: pathAssertion,
      addedBy: personName(),
    })
    .from(pathAssertion)
    .leftJoin(appUser, eq(appUser.id, pathAssertion.addedBy))
    .where(eq(pathAssertion.flow, flow))
    .orderBy(asc(pathAssertion.state), asc(pathAssertion.id));
  return rows.map(({ row: { id, state, kind, text, addedAt }, addedBy }) => ({
    id,
    state,
    kind,
    text,
    addedBy,
    addedAt: addedAt.toISOString(),
  }));
}

/** @throws Refused `not_found` for a flow that does not exist, `assertion_exists`, `too_many_assertions` */
export async function addAssertion(
  { db, actor, now, services, audit }: Pick<CallContext, 'actor' | 'services'> & WriteContext,
  flow: string,
  { state, kind, text }: BodyOf<Catalogue['addAssertion']>,
): Promise<number> {
  requireFlow(services, flow);
  const [held] = await db.select({ count: count() }).from(pathAssertion).where(eq(pathAssertion.flow, flow));
  if ((held?.count ?? 0) >= MOST_ASSERTIONS) throw new Refused('too_many_assertions');
  const [added] = await db
    .insert(pathAssertion)
    .values({ flow, state, kind, text, addedBy: signedIn(actor).userId, addedAt: now })
    .onConflictDoNothing()
    .returning({ id: pathAssertion.id });
  if (added === undefined) throw new Refused('assertion_exists');
  await audit({
    action: 'ASSERTION_ADDED',
    entityType: 'FLOW',
    entityId: flow,
    summary: `Added an assertion to ${state} of the flow ${flow}`,
    detail: { state, kind, text },
  });
  return added.id;
}

/** @throws Refused `not_found` */
export async function removeAssertion({ db, audit }: WriteContext, id: number): Promise<void> {
  const [removed] = await db.delete(pathAssertion).where(eq(pathAssertion.id, id)).returning();
  if (removed === undefined) throw new Refused('not_found');
  const { flow, state, kind, text } = removed;
  await audit({
    action: 'ASSERTION_REMOVED',
    entityType: 'FLOW',
    entityId: flow,
    summary: `Removed an assertion from ${state} of the flow ${flow}`,
    detail: { state, kind, text },
  });
}

/** The file that a checkout reads as `tests/paths/<flow>/<state>.json`. @throws Refused `not_found` without an assertion */
export async function exportAssertions(db: Queries, flow: string, state: string): Promise<FileReply> {
  const asked = (await assertionsOf(db, flow))[state];
  if (asked === undefined) throw new Refused('not_found');
  const held = Object.fromEntries(Object.entries(asked).filter(([, texts]) => texts.length > 0));
  async function* text(): AsyncGenerator<string> {
    yield `${JSON.stringify(held, undefined, 2)}\n`;
  }
  return { name: `${state}.json`, mediaType: 'application/json', text: text() };
}
