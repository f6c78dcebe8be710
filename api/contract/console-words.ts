import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Closed, Instant } from './shapes.ts';
import { longestNote } from './studio.ts';

/** Texts that one language may have: twice those of the console. */
export const mostWords = 6000;

/** Characters of all texts of one language, with the English that they were made from: each version stores them all. */
export const mostCharacters = 2_000_000;

/** Changes in one call, and the bytes that they may take as JSON. */
export const mostChanges = 1000;
export const mostChangeBytes = 900_000;

/** Characters of a text and of its translation. */
export const longestWord = 4000;

/** Of a language that the console does not translate into, the server replies `not_found`. */
const LanguageParams = Type.Object({ language: Type.String({ pattern: '^[a-z]{2}-[a-z]{2}$' }) });
const Key = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_.-]+$' });
const From = Type.String({ minLength: 1, maxLength: longestWord });

/** A text of the console by its key in the language file, with the English that it was made from. */
const Word = Closed({ key: Key, from: From, text: Type.String({ minLength: 1, maxLength: longestWord }) });
/** Without a text the translation is removed. */
const Change = Closed({ key: Key, from: From, text: Type.String({ maxLength: longestWord }) });

export type PublishedWord = Static<typeof Word>;
export type WordChange = Static<typeof Change>;

/** `number` 0: nothing was ever published. */
const Words = { number: Type.Integer(), texts: Type.Array(Word) };

export const consoleWordsCalls = {
  listLanguages: call({
    method: 'GET',
    path: '/languages',
    summary: 'The languages other than English into which something is translated',
    reply: Type.Array(Type.Object({ language: Type.String() })),
    errors: [],
    permission: 'session',
  }),
  readConsoleWords: call({
    method: 'GET',
    path: '/languages/:language/words',
    summary: 'The console’s own words in a language',
    params: LanguageParams,
    reply: Type.Object(Words),
    errors: [],
    permission: 'session',
  }),
  readEditedWords: call({
    method: 'GET',
    path: '/studio/languages/:language/words',
    summary: 'The console’s own words in a language, with their versions',
    params: LanguageParams,
    reply: Type.Object({
      ...Words,
      /** The latest first. */
      versions: Type.Array(
        Type.Object({
          number: Type.Integer(),
          note: Type.String(),
          /** Empty once the user is deleted. */
          publishedBy: Type.String(),
          publishedAt: Instant,
          /** How many texts it translates. */
          count: Type.Integer(),
        }),
      ),
    }),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  /** `base` is the number of the version that the changes were made to. */
  publishConsoleWords: call({
    method: 'POST',
    path: '/studio/languages/:language/words',
    summary: 'Publishes changed translations of the console’s own words',
    params: LanguageParams,
    body: Closed({
      base: Type.Integer({ minimum: 0 }),
      note: Type.String({ maxLength: longestNote }),
      changes: Type.Array(Change, { minItems: 1, maxItems: mostChanges }),
    }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), number: Type.Integer() }),
    errors: ['invalid_input', 'words_changed_meanwhile', 'too_many_words'],
    permission: 'SYSTEM:Studio.Access',
    idempotent: true,
    sessionOnly: true,
    bodyBytes: 1_000_000,
    rate: { max: 60, seconds: 60 },
  }),
  /** `number` 0 is English. */
  rollBackConsoleWords: call({
    method: 'POST',
    path: '/studio/languages/:language/words/roll-back',
    summary: 'Publishes an earlier version of the console’s words in a language again',
    params: LanguageParams,
    body: Closed({ number: Type.Integer({ minimum: 0 }) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), number: Type.Integer() }),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
    idempotent: true,
    sessionOnly: true,
  }),
};
