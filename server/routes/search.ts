import type { searchCalls } from '#api/contract/search.ts';
import { signedIn } from '../access/signed-in.ts';
import type { Handlers } from '../http/handler.ts';
import { addRecentSearch, listRecentSearches } from '../search/recent.ts';
import { quickSearch } from '../search/search.ts';

export const searchHandlers: Handlers<keyof typeof searchCalls> = {
  quickSearch: (context, { body }) => quickSearch(context, body, context.now),
  listRecentSearches: ({ db, actor }) => listRecentSearches(db, signedIn(actor)),
  // Where somebody went is their own note, like a draft: it changes nothing that others see, so no audit row.
  addRecentSearch: async ({ db, actor, now }, { body }) => {
    await addRecentSearch(db, signedIn(actor), body, now);
    return { resultCode: 'SUCCESS' };
  },
};
