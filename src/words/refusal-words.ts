// Messages of refusals: the server says them in English, and the console translates those that the catalogue has.
import { errors } from '#api/contract/errors.ts';
import { ofRefusals, type FlatWords } from './word-list.ts';

/** What the page says itself where no reply can be read (`api/client.ts`). */
const ownMessages = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again.',
  unreadable: 'The server’s answer could not be read. Try again shortly.',
};

/** Every message once, by its first code. One that a reply completes, with a name or a number, stays English. */
export function refusalWords(): FlatWords {
  const all = [
    ...Object.entries(errors).map(([code, { message }]) => [code, message] as const),
    ...Object.entries(ownMessages),
  ];
  const found = new Map<string, string>();
  for (const [code, message] of all) if (!found.has(message)) found.set(message, ofRefusals + code);
  return new Map([...found].map(([message, key]) => [key, message]));
}
