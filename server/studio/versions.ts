import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import { errors } from '#api/contract/errors.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import { isStandingUser } from '../access/visibility.ts';
import type { CallContext, OwnTransactions, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { scheduledScreen, screenEdit, screenVersion } from '../database/schema/screens.ts';
import { appUser } from '../database/schema/users.ts';
import { pathTestsOf } from '../paths/path-tests.ts';
import { playedPath } from '../paths/path-thread.ts';
import { Refused } from '../refused.ts';
import { isSound, judge } from './judge.ts';
import { latestNumber, publishedTexts } from './published.ts';
import { isScheduleOf, readScheduled } from './scheduled-rows.ts';
import { wakeCommits } from './repository/commit-versions.ts';
import { isVariant, libraryOf, shippedText, type JudgedText, type ScreenPlace } from './screen-text.ts';
import type { ReadRecords } from './stored.ts';
import { changedScreens, keyOf, takersOf } from './takers.ts';
import { judgeTextApart } from './text-thread.ts';
import { auditedOrganization, organizationOfVariant, screenInWords, variantsOf } from './variants.ts';

type EditedScreen = ReplyOf<Catalogue['readEditedScreen']>;
type Reading = Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>;

/** Versions that the Studio lists. Older ones stay stored. */
const MOST_LISTED = 100;

const isScreen = ({ flow, screen }: ScreenPlace) => and(eq(screenVersion.flow, flow), eq(screenVersion.screen, screen));
const isEditOf = ({ flow, screen }: ScreenPlace) => and(eq(screenEdit.flow, flow), eq(screenEdit.screen, screen));

/** @throws Refused `not_found` for a screen that the Studio does not edit */
export async function readEditedScreen(
  context: Pick<Reading, 'db' | 'actor' | 'services'>,
  place: ScreenPlace,
): Promise<EditedScreen> {
  const { db, actor, services } = context;
  const shipped = shippedText(services.screens, place);
  const { userId } = signedIn(actor);
  const rows = await db
    .select({ version: screenVersion, publishedBy: personName() })
    .from(screenVersion)
    .leftJoin(appUser, eq(appUser.id, screenVersion.publishedBy))
    .where(isScreen(place))
    .orderBy(desc(screenVersion.number))
    .limit(MOST_LISTED);
  const edit = await editOf(db, place, userId);
  const others = await db
    .select({ name: personName(), keptAt: screenEdit.keptAt })
    .from(screenEdit)
    .innerJoin(appUser, eq(appUser.id, screenEdit.userId))
    .where(and(isEditOf(place), ne(screenEdit.userId, userId), isStandingUser()))
    .orderBy(desc(screenEdit.keptAt));
  const text = rows[0]?.version.text ?? shipped;
  // A version that is not committed yet is newer than what the repository has.
  const isCommitted = rows[0] === undefined || rows[0].version.commit !== null;
  return {
    ...place,
    repository: isCommitted ? await otherInRepository(services.settings.screensRepository, place, text) : null,
    organization: await organizationOfVariant(db, place),
    variants: await variantsOf(context, place),
    scheduled: await readScheduled(db, place),
    text,
    number: rows[0]?.version.number ?? 0,
    shipped,
    edit: edit ? { text: edit.text, base: edit.base, keptAt: edit.keptAt.toISOString() } : null,
    others: others.map(({ name, keptAt }) => ({ name, keptAt: keptAt.toISOString() })),
    versions: rows.map(({ version: { number, note, publishedAt, text, commit, notCommitted }, publishedBy }) => ({
      number,
      note,
      publishedBy,
      publishedAt: publishedAt.toISOString(),
      asShipped: text === null,
      text: text ?? shipped,
      commit,
      notCommitted,
    })),
  };
}

/** What the operator's repository has in the place of the document in use, if it says something else. */
async function otherInRepository(
  folder: string | undefined,
  place: ScreenPlace,
  text: string,
): Promise<EditedScreen['repository']> {
  if (folder === undefined) return null;
  // Without a repository the server does not load git.
  const { readCommitted } = await import('./repository/read-committed.ts');
  const committed = await readCommitted(folder, place);
  return committed === undefined || saysTheSame(committed.text, text) ? null : committed;
}

/** Whether two texts are one document, however it is laid out. */
function saysTheSame(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return one === other;
  }
}

async function editOf(
  db: Queries,
  place: ScreenPlace,
  userId: number,
): Promise<typeof screenEdit.$inferSelect | undefined> {
  const [found] = await db
    .select()
    .from(screenEdit)
    .where(and(isEditOf(place), eq(screenEdit.userId, userId)));
  return found;
}

/** Stores a user's change, valid or not. A text equal to the version in use is no change. @throws Refused `not_found` */
export async function keepEdit(
  { db, actor, services, now }: Reading,
  place: ScreenPlace,
  { text, base }: { text: string; base: number },
): Promise<JudgedText['problems']> {
  const shipped = shippedText(services.screens, place);
  const { userId } = signedIn(actor);
  if (text === ((await latestText(db, place)) ?? shipped)) {
    await db.delete(screenEdit).where(and(isEditOf(place), eq(screenEdit.userId, userId)));
    return [];
  }
  await db
    .insert(screenEdit)
    .values({ ...place, userId, text, base, keptAt: now })
    .onConflictDoUpdate({
      target: [screenEdit.flow, screenEdit.screen, screenEdit.userId],
      set: { text, base, keptAt: now },
    });
  return problemsOf(services.screens, place, text);
}

/** A change is kept even when too many others are being judged. */
async function problemsOf(screens: ScreenLibrary, place: ScreenPlace, text: string): Promise<JudgedText['problems']> {
  try {
    return (await judgeTextApart(screens, place, text)).problems;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'screen_check_busy') throw error;
    return [
      { line: 1, column: 1, message: `The change is kept, but not checked yet. ${errors.screen_check_busy.message}` },
    ];
  }
}

async function latestText(db: Queries, place: ScreenPlace): Promise<string | null> {
  const [found] = await db
    .select({ text: screenVersion.text })
    .from(screenVersion)
    .where(isScreen(place))
    .orderBy(desc(screenVersion.number))
    .limit(1);
  return found?.text ?? null;
}

/** @throws Refused `not_found` without a change */
export async function dropEdit({ db, actor, services }: Reading, place: ScreenPlace): Promise<void> {
  shippedText(services.screens, place);
  const isOwn = and(isEditOf(place), eq(screenEdit.userId, signedIn(actor).userId));
  const dropped = await db.delete(screenEdit).where(isOwn).returning({ flow: screenEdit.flow });
  if (dropped.length === 0) throw new Refused('not_found');
}

/** What a user is changing. @throws Refused `not_found` without a change */
export async function requireEdit(
  { db, actor, services }: Pick<Reading, 'db' | 'actor' | 'services'>,
  place: ScreenPlace,
): Promise<typeof screenEdit.$inferSelect> {
  shippedText(services.screens, place);
  const edit = await editOf(db, place, signedIn(actor).userId);
  if (edit === undefined) throw new Refused('not_found');
  return edit;
}

/**
 * One path of the flow with a changed screen, or of another flow that takes a part of it, step by step.
 * @throws Refused `screen_not_sound`, `not_found` for a flow that takes no part of it, `paths_busy`, `path_too_long`
 */
export async function playEdit(
  { db, services, clientGone }: Pick<CallContext, 'db' | 'services' | 'clientGone'>,
  place: ScreenPlace,
  { text, path, of: flow = place.flow }: { text: string; path: string; of?: string | undefined },
): Promise<ReplyOf<Catalogue['playScreenPath']>> {
  const { screens } = services;
  const { problems, documents } = await changedScreens(screens, place, text);
  if (problems.length > 0) throw new Refused('screen_not_sound');
  const changed = documents.get(flow);
  if (changed === undefined) throw new Refused('not_found');
  const inUse = libraryOf(screens, place).replaced(flow);
  const question = { flow, documents: { ...inUse, ...changed }, ...(await pathTestsOf(db, flow)) };
  return {
    steps: await playedPath({ ...question, path, seed: 1, names: 'titles' }, clientGone),
    changed: Object.keys(changed),
  };
}

/**
 * The module of a changed screen, or of the screen that takes a part of it.
 * @throws Refused `screen_not_sound`, `not_found` for a screen that takes no part of it, `screen_check_busy`
 */
export async function editModule(
  { screens }: Pick<CallContext['services'], 'screens'>,
  place: ScreenPlace,
  text: string,
  taker?: string,
): Promise<string> {
  const own = await judgeTextApart(screens, place, text);
  if (own.module === undefined) throw new Refused('screen_not_sound');
  if (taker === undefined) return own.module;
  const texts = { ...screens.texts(), [keyOf(place)]: text };
  const shown = takersOf(screens, place, texts).find((one) => keyOf(one) === taker);
  if (shown === undefined) throw new Refused('not_found');
  const takers = texts[keyOf(shown)] ?? shippedText(screens, shown);
  const { module } = await judgeTextApart(screens, shown, takers, { texts });
  if (module === undefined) throw new Refused('screen_not_sound');
  return module;
}

/**
 * Publishes what the user is changing, unless it is unsound, or breaks a way through its flow or something that is stored.
 * @throws Refused `not_found`, `screen_changed_meanwhile`
 */
export async function publish(
  context: OwnTransactions,
  place: ScreenPlace,
  note: string,
  readRecords: ReadRecords,
): Promise<ReplyOf<Catalogue['publishScreen']>> {
  const edit = await requireEdit(context, place);
  await requireLatest(context.db, place, edit.base);
  const judged = await judge(context, place, edit.text, { readRecords, inPage: true });
  return context.transaction(async (inner) => {
    if (!isSound(judged)) return { resultCode: 'REFUSED' as const, number: null, ...judged };
    await lockScreens(inner.db);
    await requireLatest(inner.db, place, edit.base);
    const number = await addVersion(inner, place, { text: edit.text, note });
    await dropEdit(inner, place);
    return { resultCode: 'SUCCESS' as const, number, ...judged };
  });
}

/**
 * Publishes an earlier version again, or with 0 the built-in document. The gate passed it once, so its paths are not walked again; a
 * document that no longer fits its flow is refused.
 * @throws Refused `not_found`, `screen_not_sound`, `screen_check_busy`
 */
export async function rollBack(context: WriteContext, place: ScreenPlace, number: number): Promise<number> {
  const { screens } = context.services;
  const shipped = shippedText(screens, place);
  const [version] = await context.db
    .select({ text: screenVersion.text })
    .from(screenVersion)
    .where(and(isScreen(place), eq(screenVersion.number, number)));
  if (version === undefined && number > 0) throw new Refused('not_found');
  const text = version?.text ?? null;
  const { problems } = await changedScreens(screens, place, text ?? shipped);
  if (problems.length > 0) throw new Refused('screen_not_sound');
  await lockScreens(context.db);
  const first = isVariant(place) ? 'the screen of every organization' : 'the built-in screen';
  const note = `Rolled back to ${number === 0 ? first : `version ${number}`}`;
  return addVersion(context, place, { text, note });
}

/** @throws Refused `screen_changed_meanwhile` */
export async function requireLatest(db: Queries, place: ScreenPlace, base: number): Promise<void> {
  if ((await latestNumber(db, place)) !== base) throw new Refused('screen_changed_meanwhile');
}

/** Until the transaction ends, nobody else publishes a screen: one that takes a part of another gets a version with it. */
export async function lockScreens(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('screens', 0))`);
}

/** What a publication has, in a request and in the job of every minute. */
export type Publishing = Pick<WriteContext, 'db' | 'actor' | 'now' | 'audit' | 'announce'> & {
  services: Pick<WriteContext['services'], 'screens'>;
};

/** `scheduled`: says in the audit trail who scheduled it, and publishes it in their name. */
export async function addVersion(
  context: Publishing,
  place: ScreenPlace,
  { text, note, scheduled }: { text: string | null; note: string; scheduled?: { userId: number | null; by: string } },
): Promise<number> {
  const { db, actor, now } = context;
  const number = (await latestNumber(db, place)) + 1;
  const { userId } = signedIn(actor);
  const author = scheduled?.userId ?? userId;
  await db.insert(screenVersion).values({ ...place, number, text, note, publishedBy: author, publishedAt: now });
  await addVersionsOfTakers(context, place, { number, text, author });
  await context.audit({
    action: 'SCREEN_PUBLISHED',
    entityType: 'SCREEN',
    entityId: `${place.flow}/${place.screen}`,
    ...auditedOrganization(place),
    summary: `Published version ${number} of the screen ${await screenInWords(context, place)}${scheduled ? `, scheduled by ${scheduled.by}` : ''}`,
    detail: { number, ...(note !== '' && { note }), ...(scheduled && { scheduledBy: scheduled.by }) },
  });
  await context.announce('screen', [`${place.flow}/${place.screen}`]);
  await wakeCommits(db);
  return number;
}

/**
 * Publishes a version of each screen that takes a part of this one: its text is the same, and the part has changed. Unpublished changes and
 * scheduled publications of that screen are based on the new version from then on.
 */
async function addVersionsOfTakers(
  context: Publishing,
  place: ScreenPlace,
  { number: source, text, author }: { number: number; text: string | null; author: number },
): Promise<void> {
  const { db, now, services } = context;
  const { screens } = services;
  const texts = { ...(await publishedTexts(db, now)), [keyOf(place)]: text ?? shippedText(screens, place) };
  // No screen takes a part of a variant.
  if (isVariant(place)) return;
  const { title } = screens.get(place.flow, place.screen).document;
  for (const taker of takersOf(screens, place, texts)) {
    const before = await latestNumber(db, taker);
    const number = before + 1;
    await db.insert(screenVersion).values({
      ...taker,
      number,
      text: await latestText(db, taker),
      note: `Takes version ${source} of “${title}” (${keyOf(place)})`,
      publishedBy: author,
      publishedAt: now,
    });
    await db
      .update(screenEdit)
      .set({ base: number })
      .where(and(isEditOf(taker), eq(screenEdit.base, before)));
    await db
      .update(scheduledScreen)
      .set({ base: number })
      .where(and(isScheduleOf(taker), eq(scheduledScreen.base, before), isNull(scheduledScreen.failedAt)));
    await context.announce('screen', [keyOf(taker)]);
  }
}

/**
 * The module of a published version, with the parts that it takes of other screens as they were published when it was.
 * @throws Refused `not_found`
 */
export async function versionModule(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  place: ScreenPlace,
  number: number,
): Promise<string> {
  const shipped = shippedText(services.screens, place);
  const [found] = await db
    .select({ text: screenVersion.text, publishedAt: screenVersion.publishedAt })
    .from(screenVersion)
    .where(and(isScreen(place), eq(screenVersion.number, number)));
  if (found === undefined) throw new Refused('not_found');
  const texts = await publishedTexts(db, found.publishedAt);
  const judged = await judgeTextApart(services.screens, place, found.text ?? shipped, { patient: true, texts });
  if (judged.module === undefined) throw new Refused('not_found');
  return judged.module;
}
