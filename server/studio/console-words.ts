import { and, desc, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostCharacters, mostWords, type WordChange, type PublishedWord } from '#api/contract/console-words.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { languageName, translatedLanguages } from '#engine/document/languages.ts';
import { freeIn, placeholderProblem } from '#engine/document/translations.ts';
import { signedIn } from '../access/signed-in.ts';
import { personName } from '../accounts/person-name.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { consoleWords } from '../database/schema/screens.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { versionsInUse } from './published.ts';

type Reading = Pick<CallContext, 'db'>;

/** Versions that the Studio lists. Older ones stay stored. */
const MOST_LISTED = 100;

/** Languages other than English that translate a text of the console or of a published screen. */
export async function languagesInUse({
  db,
  services,
}: Pick<CallContext, 'db' | 'services'>): Promise<{ language: string }[]> {
  const found = new Set<string>();
  for (const { flow, screen, text } of await versionsInUse(db)) {
    if (text === null || services.screens.published(flow)[screen] === undefined) continue;
    const { translations = {} } = JSON.parse(text) as ScreenDocument;
    for (const language of Object.keys(translations)) found.add(language);
  }
  const words = await db
    .selectDistinctOn([consoleWords.language], {
      language: consoleWords.language,
      count: sql<number>`jsonb_array_length(${consoleWords.texts})`,
    })
    .from(consoleWords)
    .orderBy(consoleWords.language, desc(consoleWords.number));
  for (const { language, count } of words) if (count > 0) found.add(language);
  return translatedLanguages.filter(({ id }) => found.has(id)).map(({ id }) => ({ language: id }));
}

/** @throws Refused `not_found` */
function requireLanguage(language: string): void {
  if (!translatedLanguages.some(({ id }) => id === language)) throw new Refused('not_found');
}

/** The words in use; none where nothing was published. @throws Refused `not_found` for an unknown language */
export async function wordsInUse(
  { db }: Reading,
  language: string,
): Promise<{ number: number; texts: PublishedWord[] }> {
  requireLanguage(language);
  const [found] = await db
    .select({ number: consoleWords.number, texts: consoleWords.texts })
    .from(consoleWords)
    .where(eq(consoleWords.language, language))
    .orderBy(desc(consoleWords.number))
    .limit(1);
  return found ?? { number: 0, texts: [] };
}

export async function editedWords({ db }: Reading, language: string): Promise<ReplyOf<Catalogue['readEditedWords']>> {
  const versions = await db
    .select({
      number: consoleWords.number,
      note: consoleWords.note,
      publishedAt: consoleWords.publishedAt,
      publishedBy: personName(),
      count: sql<number>`jsonb_array_length(${consoleWords.texts})`,
    })
    .from(consoleWords)
    .leftJoin(appUser, eq(appUser.id, consoleWords.publishedBy))
    .where(eq(consoleWords.language, language))
    .orderBy(desc(consoleWords.number))
    .limit(MOST_LISTED);
  return {
    ...(await wordsInUse({ db }, language)),
    versions: versions.map(({ publishedAt, ...version }) => ({ ...version, publishedAt: publishedAt.toISOString() })),
  };
}

/**
 * Publishes changed translations as the next version.
 * @throws Refused `invalid_input` with the pointer of a text that fills in something else than its English, `words_changed_meanwhile`,
 * `too_many_words`
 */
export async function publishWords(
  context: WriteContext,
  language: string,
  { base, note, changes }: { base: number; note: string; changes: readonly WordChange[] },
): Promise<number> {
  const wrong = changes.flatMap(({ key, from, text }, index): [string, string][] => {
    const problem = text === '' ? undefined : placeholderProblem({ from, text }, freeIn(key));
    return problem === undefined ? [] : [[`/changes/${index}/text`, problem]];
  });
  if (wrong.length > 0) throw new Refused('invalid_input', { fields: Object.fromEntries(wrong) });
  await lockWords(context.db, language);
  const { number, texts } = await wordsInUse(context, language);
  if (number !== base) throw new Refused('words_changed_meanwhile');
  const next = new Map(texts.map((word) => [word.key, word]));
  for (const word of changes)
    if (word.text === '') next.delete(word.key);
    else next.set(word.key, word);
  const characters = [...next.values()].reduce((sum, { from, text }) => sum + from.length + text.length, 0);
  if (next.size > mostWords || characters > mostCharacters) throw new Refused('too_many_words');
  return addWords(context, language, { number: number + 1, texts: [...next.values()], note });
}

/** Publishes an earlier version again, or with 0 no translations. @throws Refused `not_found` */
export async function rollBackWords(context: WriteContext, language: string, number: number): Promise<number> {
  await lockWords(context.db, language);
  const [version] = await context.db
    .select({ texts: consoleWords.texts })
    .from(consoleWords)
    .where(and(eq(consoleWords.language, language), eq(consoleWords.number, number)));
  if (version === undefined && number > 0) throw new Refused('not_found');
  const latest = await wordsInUse(context, language);
  const note = number === 0 ? 'Rolled back to English' : `Rolled back to version ${number}`;
  return addWords(context, language, { number: latest.number + 1, texts: version?.texts ?? [], note });
}

/** Until the transaction ends, nobody else publishes words of this language. */
async function lockWords(db: Queries, language: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`console words ${language}`}, 0))`);
}

async function addWords(
  { db, actor, now, audit, announce }: WriteContext,
  language: string,
  { number, texts, note }: { number: number; texts: PublishedWord[]; note: string },
): Promise<number> {
  const { userId } = signedIn(actor);
  await db.insert(consoleWords).values({ language, number, texts, note, publishedBy: userId, publishedAt: now });
  await audit({
    action: 'WORDS_PUBLISHED',
    entityType: 'WORDS',
    entityId: language,
    summary: `Published version ${number} of the console’s words in ${languageName(language)}`,
    detail: { number, texts: texts.length, ...(note !== '' && { note }) },
  });
  await announce('screen', [`words/${language}`]);
  return number;
}
