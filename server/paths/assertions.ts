import { and, asc, count, eq } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { BodyOf, FileReply, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { longestCaseName } from '#api/contract/workbench.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import { withoutSecrets } from '#engine/flow/secrets.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { pathAssertion } from '../database/schema/path-runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';

/** The words that a state must show, always or on some path, the buttons that it must have, and its cases by name. */
export interface StateAssertions {
  says: string[];
  sometimes: string[];
  offers: string[];
  cases: Record<string, Record<string, unknown>>;
}

/** Of one flow, cases among them. */
const MOST_ASSERTIONS = 500;
/** Cases of one flow: each is a path of every run and of every check. */
const MOST_CASES = 50;
/** As paths are spelled with it. */
const caseName = new RegExp(`^[^\\s<>][^<>\\n]{0,${longestCaseName - 2}}[^\\s<>]$|^[^\\s<>]$`, 'u');

/** @throws Refused `not_found` */
export function requireFlow({ screens }: CallContext['services'], flow: string): void {
  if (!screens.flows().includes(flow)) throw new Refused('not_found');
}

/** The assertions about a flow, by state. */
export async function assertionsOf(db: Queries, flow: string): Promise<Record<string, StateAssertions>> {
  const rows = await db.select().from(pathAssertion).where(eq(pathAssertion.flow, flow)).orderBy(asc(pathAssertion.id));
  const byState: Record<string, StateAssertions> = {};
  for (const { state, kind, text, answers } of rows) {
    const own = (byState[state] ??= { says: [], sometimes: [], offers: [], cases: {} });
    if (kind === 'case') own.cases[text] = answers ?? {};
    else own[kind].push(text);
  }
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
  return rows.map(({ row: { id, state, kind, text, answers, addedAt }, addedBy }) => ({
    id,
    state,
    kind,
    text,
    answers,
    addedBy,
    addedAt: addedAt.toISOString(),
  }));
}

/**
 * Adds an assertion, or a case whose answers its screen takes.
 * @throws Refused `not_found` for a flow that does not exist, `invalid_input`, `assertion_exists`, `too_many_assertions`
 */
export async function addAssertion(
  { db, actor, now, services, audit }: Pick<CallContext, 'actor' | 'services'> & WriteContext,
  flow: string,
  { state, kind, text, screen, answers }: BodyOf<Catalogue['addAssertion']>,
): Promise<number> {
  requireFlow(services, flow);
  if (kind === 'case')
    await requireCase({ db, services }, flow, { name: text, ...(screen && { screen }), ...(answers && { answers }) });
  else
    requireFields({
      '/screen': screen === undefined ? undefined : ONLY_OF_CASES,
      '/answers': answers === undefined ? undefined : ONLY_OF_CASES,
    });
  const [held] = await db.select({ count: count() }).from(pathAssertion).where(eq(pathAssertion.flow, flow));
  if ((held?.count ?? 0) >= MOST_ASSERTIONS) throw new Refused('too_many_assertions');
  const [added] = await db
    .insert(pathAssertion)
    .values({ flow, state, kind, text, answers: answers ?? null, addedBy: signedIn(actor).userId, addedAt: now })
    .onConflictDoNothing()
    .returning({ id: pathAssertion.id });
  if (added === undefined && kind === 'case') requireFields({ '/text': 'This state has a case of that name.' });
  if (added === undefined) throw new Refused('assertion_exists');
  await audit({
    action: 'ASSERTION_ADDED',
    entityType: 'FLOW',
    entityId: flow,
    summary: `Added ${nounOf(kind)} to ${state} of the flow ${flow}`,
    detail: { state, kind, text },
  });
  return added.id;
}

const ONLY_OF_CASES = 'Only a case has this.';
const nounOf = (kind: typeof pathAssertion.$inferSelect.kind): string => (kind === 'case' ? 'a case' : 'an assertion');

/** Whether the screen takes the answers, secrets left out: a run takes those from an example. @throws Refused `invalid_input` */
async function requireCase(
  { db, services: { screens } }: Pick<CallContext, 'db' | 'services'>,
  flow: string,
  { name, screen, answers = {} }: { name: string } & Pick<BodyOf<Catalogue['addAssertion']>, 'screen' | 'answers'>,
): Promise<void> {
  const isKnown = screen !== undefined && screens.screens(flow).includes(screen);
  requireFields({
    '/text': caseName.test(name) ? undefined : `A name has at most ${longestCaseName} characters, without < and >.`,
    '/screen': isKnown ? undefined : 'The flow has no such screen.',
  });
  const { secrets = [] } = screen === undefined ? {} : screens.get(flow, screen);
  requireFields({
    '/answers':
      withoutSecrets(answers, secrets).removed.length > 0 ? 'A case has no secrets: leave them out.' : undefined,
  });
  const found = screens
    .check(flow, screen ?? '', answers)
    .filter(({ pointer }) => !secrets.includes(withoutIndexes(pointer)));
  requireFields(Object.fromEntries(found.map(({ pointer, message }) => [`/answers${pointer}`, message])));
  const [cases] = await db
    .select({ count: count() })
    .from(pathAssertion)
    .where(and(eq(pathAssertion.flow, flow), eq(pathAssertion.kind, 'case')));
  if ((cases?.count ?? 0) >= MOST_CASES) throw new Refused('too_many_cases');
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
    summary: `Removed ${nounOf(kind)} from ${state} of the flow ${flow}`,
    detail: { state, kind, text },
  });
}

/** The file that a checkout reads as `tests/paths/<flow>/<state>.json`. @throws Refused `not_found` without an assertion */
export async function exportAssertions(db: Queries, flow: string, state: string): Promise<FileReply> {
  const asked = (await assertionsOf(db, flow))[state];
  if (asked === undefined) throw new Refused('not_found');
  const held = Object.fromEntries(Object.entries(asked).filter(([, some]) => Object.keys(some).length > 0));
  async function* text(): AsyncGenerator<string> {
    yield `${JSON.stringify(held, undefined, 2)}\n`;
  }
  return { name: `${state}.json`, mediaType: 'application/json', text: text() };
}
