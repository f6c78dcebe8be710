import type { consoleWordsCalls } from '#api/contract/console-words.ts';
import type { Handlers } from '../http/handler.ts';
import { editedWords, languagesInUse, publishWords, rollBackWords, wordsInUse } from '../studio/console-words.ts';

export const consoleWordsHandlers: Handlers<keyof typeof consoleWordsCalls> = {
  listLanguages: (context) => languagesInUse(context),
  readConsoleWords: (context, { params: { language } }) => wordsInUse(context, language),
  readEditedWords: (context, { params: { language } }) => editedWords(context, language),
  publishConsoleWords: async (context, { params: { language }, body }) => ({
    resultCode: 'SUCCESS',
    number: await publishWords(context, language, { ...body, note: body.note.trim() }),
  }),
  rollBackConsoleWords: async (context, { params: { language }, body }) => ({
    resultCode: 'SUCCESS',
    number: await rollBackWords(context, language, body.number),
  }),
};
