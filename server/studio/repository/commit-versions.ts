import { and, asc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { personName } from '../../accounts/person-name.ts';
import type { Database, Queries } from '../../database/database.ts';
import { screenVersion } from '../../database/schema/screens.ts';
import { appUser } from '../../database/schema/users.ts';
import { wake } from '../../jobs/wake.ts';
import type { Live } from '../../live/messages.ts';
import type { Log } from '../../log.ts';
import { isEdited, shippedText } from '../screen-text.ts';
import { fileIn } from './file-in.ts';

export interface RepositoryTools {
  database: Database;
  screens: ScreenLibrary;
  live: Pick<Live, 'announce'>;
  log: Pick<Log, 'warn'>;
  settings: { screensRepository?: string };
}

/** Asks for the job of every minute once the caller's transaction has committed. */
export const wakeCommits = wake('commit_screens');
/** In one run of the job; the next one continues. */
const MOST_COMMITS = 500;
const UNEXPECTED = 'The repository could not be written. The log of the server has the reason.';

type VersionRow = typeof screenVersion.$inferSelect;
const placeOf = ({ flow, screen }: Pick<VersionRow, 'flow' | 'screen'>) => `${flow}/${screen}`;

/**
 * The job of every minute: commits each published version that is not committed, in the order of publication, one server at a time. A
 * version that cannot be committed holds back the later ones of its screen, not those of other screens.
 */
export async function commitVersions(tools: RepositoryTools): Promise<void> {
  const { screensRepository: folder } = tools.settings;
  if (folder === undefined) return;
  const heldBack: string[] = [];
  for (let count = 0; count < MOST_COMMITS; count += 1) if (!(await commitNext(tools, folder, heldBack))) return;
}

/** Commits the next version, or stores why it could not. Replies with false when none is left, or while another server holds the lock. */
async function commitNext(tools: RepositoryTools, folder: string, heldBack: string[]): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('screens repository', 0)) as taken`,
    );
    if (!rows[0]?.taken) return false;
    const place = sql<string>`${screenVersion.flow} || '/' || ${screenVersion.screen}`;
    const [found] = await tx
      .select({ version: screenVersion, name: personName(), email: appUser.email })
      .from(screenVersion)
      .leftJoin(appUser, eq(appUser.id, screenVersion.publishedBy))
      .where(and(isNull(screenVersion.commit), heldBack.length === 0 ? undefined : notInArray(place, heldBack)))
      .orderBy(asc(screenVersion.publishedAt), asc(screenVersion.number))
      .limit(1);
    if (found === undefined) return false;
    const { version } = found;
    try {
      const commit = await commitOne(tools, folder, found);
      await note(tools, tx, version, { commit, notCommitted: '' });
    } catch (error) {
      heldBack.push(placeOf(version));
      const { NotCommitted } = await import('./work-tree.ts');
      const reason = error instanceof NotCommitted ? error.message : UNEXPECTED;
      const { number } = version;
      tools.log.warn({ err: error, screen: placeOf(version), number }, 'a published screen could not be committed');
      if (version.notCommitted !== reason) await note(tools, tx, version, { commit: null, notCommitted: reason });
    }
    return true;
  });
}

async function note(
  { live }: RepositoryTools,
  tx: Queries,
  { flow, screen, number }: VersionRow,
  set: Pick<VersionRow, 'commit' | 'notCommitted'>,
): Promise<void> {
  const isThis = and(eq(screenVersion.flow, flow), eq(screenVersion.screen, screen), eq(screenVersion.number, number));
  await tx.update(screenVersion).set(set).where(isThis);
  await live.announce(tx, 'screen', [`${flow}/${screen}`]);
}

interface Found {
  version: VersionRow;
  name: string;
  email: string | null;
}

async function commitOne(
  { screens }: RepositoryTools,
  folder: string,
  { version, name, email }: Found,
): Promise<string> {
  const { flow, screen, number, note: body, publishedAt: at } = version;
  // A start without publications loads neither git nor the formatter.
  const [{ commitFile }, { formatDocument }, { NotCommitted }] = await Promise.all([
    import('./commit-file.ts'),
    import('./format-document.ts'),
    import('./work-tree.ts'),
  ]);
  if (version.text === null && !isEdited(screens, version))
    throw new NotCommitted('The Studio does not edit this screen any more.');
  const text = await formatDocument(version.text ?? shippedText(screens, version));
  const author = { name: gitName(name) || 'Deleted user', email: gitName(email ?? '') || 'cairn@localhost' };
  const subject = `Publish version ${number} of ${flow}/${screen}`;
  return commitFile(folder, { path: fileIn(version), text, subject, body, author, at });
}

/** What git's header of a commit cannot hold is left out. */
const gitName = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, '').trim();

type Failed = ReplyOf<Catalogue['readScreenRepository']>['failed'][number];

/** The versions that could not be committed. `isUsed` is false where the operator set no repository. */
export async function readRepository({
  db,
  services,
}: {
  db: Queries;
  services: { settings: RepositoryTools['settings'] };
}): Promise<{ isUsed: boolean; failed: Omit<Failed, 'organization'>[] }> {
  const { screensRepository: folder } = services.settings;
  if (folder === undefined) return { isUsed: false, failed: [] };
  const failed = await db
    .select({
      flow: screenVersion.flow,
      screen: screenVersion.screen,
      number: screenVersion.number,
      reason: screenVersion.notCommitted,
    })
    .from(screenVersion)
    .where(and(isNull(screenVersion.commit), ne(screenVersion.notCommitted, '')))
    .orderBy(asc(screenVersion.publishedAt))
    .limit(100);
  return { isUsed: true, failed };
}
