import type { DirectoryCode } from '#api/contract/agent-methods/directory.ts';
import { BindRequest } from 'ldapts';
import { openExchange, type Place } from './connect.ts';
import { answerOf, DirectoryFailed, failureOf } from './directory-failed.ts';
import type { Exchange } from './exchange.ts';

interface Login {
  /** `name@domain`, `DOMAIN\name` or a distinguished name. */
  readonly username: string;
  readonly password: string;
  /** Whether the password may travel without TLS to another computer. */
  readonly allowPlain: boolean;
}

/** Signs in, does the work and disconnects; returns how it ended. @throws the reason of the signal when it aborts */
export async function inSession(
  place: Place,
  login: Login,
  work: (exchange: Exchange) => Promise<void> = () => Promise.resolve(),
): Promise<{ code: DirectoryCode; message: string }> {
  try {
    const exchange = await signIn(place, login);
    try {
      await work(exchange);
    } finally {
      exchange.close();
    }
    return { code: 'succeeded', message: '' };
  } catch (error) {
    place.signal.throwIfAborted();
    return answerOf(error);
  }
}

async function signIn(place: Place, { username, password, allowPlain }: Login): Promise<Exchange> {
  // A bind without a name or a password succeeds as anonymous (RFC 4513 §5.1).
  if (username === '' || password === '') throw new DirectoryFailed('incorrect_username_or_password');
  const exchange = await openExchange(place, allowPlain);
  const outcome = await exchange.ask(new BindRequest({ messageId: 0, dn: username, password }));
  if (outcome.resultCode === 0) return exchange;
  exchange.close();
  throw failureOf(outcome, 'account');
}
