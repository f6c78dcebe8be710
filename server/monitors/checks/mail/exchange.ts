import { setTimeout as pause } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { MailServerFound } from '#api/contract/monitor-findings.ts';
import { OutboundFailed, outboundFailure } from '../../../outbound/outbound-failed.ts';
import type { CheckContext, CheckError, StoredConfig } from '../check.ts';
import { round } from '../outcome.ts';
import { numberOf, textOf } from '../stored.ts';
import { Imap } from './imap.ts';
import { MailFailed } from './mail-failed.ts';
import { openMailServer, type MailServer, type Opened, type Protocol } from './mail-server.ts';
import { Pop3 } from './pop3.ts';
import { probe } from './probe.ts';
import { send } from './send.ts';
import { newToken, subjectOf, type Token } from './token.ts';

/** How one server's part went. */
export type Found = Static<typeof MailServerFound>;

/** Between two looks into the mailbox, in milliseconds. POP3 shows new messages to a new session only. */
const lookEvery = { SMTP: 0, IMAP: 400, POP3: 800 };

export const sends = (config: StoredConfig) => textOf(config, 'emailOption') !== 'RECEIVE';
export const receives = (config: StoredConfig) => textOf(config, 'emailOption') !== 'SEND';

/** How far a check has come, for what it says when its time is over. */
export interface Progress {
  /** Who is asked now, and what came back so far: `The IMAP server 127.0.0.1:143`, `connected, no greeting`. */
  server: string;
  stage: string;
  /** The message is on its way to this mailbox. */
  awaitedIn: string | undefined;
}

/** What the option asks for, server by server; each says into `found` how it went. */
export async function exchange(
  config: StoredConfig,
  context: CheckContext,
  found: Found[],
  progress: Progress,
): Promise<{ message?: string; held?: number }> {
  const from = textOf(config, 'senderEmail');
  const to = textOf(config, 'receiverEmail');
  const token = newToken([textOf(config, 'smtpHostname'), from, to]);
  if (sends(config)) {
    const smtp = mailServer('SMTP', config, context);
    const login = config['smtpAuthRequired'] === true ? smtp : undefined;
    await part(smtp, context, found, progress, 'The message was taken', (opened) =>
      send(opened, login, { from, to }, probe({ from, to, subject: subjectOf(token), removed: receives(config) })),
    );
  }
  if (!receives(config)) return { message: 'The message was taken by the server.' };
  const inbox = mailServer(textOf(config, 'fetchOption') === 'POP' ? 'POP3' : 'IMAP', config, context);
  const folder = textOf(config, 'imapFetchFolder', 'INBOX') || 'INBOX';
  if (!sends(config)) {
    const held = await part(inbox, context, found, progress, 'The mailbox can be read', (opened) =>
      count(opened, inbox, folder),
    );
    return { held };
  }
  progress.awaitedIn = inbox.protocol === 'POP3' ? `the mailbox of ${inbox.user}` : `${folder} of ${inbox.user}`;
  // Once a check, at its first look: it must not depend on this check's message.
  let clears = true;
  for (;;) {
    const first = clears;
    clears = false;
    const arrived = await part(inbox, context, found, progress, 'The message arrived and was removed', (opened) =>
      inbox.protocol === 'POP3'
        ? takeFromPop(opened, inbox, token, first)
        : takeFromImap(opened, inbox, folder, token, context.signal),
    );
    if (arrived) return { message: 'The message was sent, arrived and was removed.' };
    // This session did not see it; the next one is told instead of it.
    found.pop();
    await pause(lookEvery[inbox.protocol], undefined, { signal: context.signal });
  }
}

async function count(opened: Opened, server: MailServer, folder: string): Promise<number> {
  if (server.protocol === 'POP3') {
    const pop = await Pop3.login(opened, server);
    const held = await pop.count();
    await pop.quit();
    return held;
  }
  const imap = await Imap.login(opened, server);
  const held = await imap.open(folder);
  await imap.quit();
  return held;
}

async function takeFromPop(opened: Opened, server: MailServer, token: Token, clears: boolean): Promise<boolean> {
  const pop = await Pop3.login(opened, server);
  const taken = await pop.takeOut(token);
  if (clears) await pop.clearLeftovers(token);
  await pop.quit();
  return taken;
}

async function takeFromImap(
  opened: Opened,
  server: MailServer,
  folder: string,
  token: Token,
  signal: AbortSignal,
): Promise<boolean> {
  const imap = await Imap.login(opened, server);
  await imap.open(folder);
  await imap.clearLeftovers(token);
  while (!(await imap.takeOut(token))) {
    await pause(lookEvery.IMAP, undefined, { signal });
    await imap.refresh();
  }
  await imap.quit();
  return true;
}

/** One server's part, from its opening to its end, with how it went. */
export async function part<T>(
  server: MailServer,
  context: Pick<CheckContext, 'policy' | 'timeoutMs' | 'ca' | 'signal'>,
  found: Found[],
  progress: Progress,
  words: string,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let opened: Opened | undefined;
  const entry = (ok: boolean, message: string): Found => ({
    protocol: server.protocol,
    ok,
    address: opened?.address ?? null,
    milliseconds: round(performance.now() - startedAt),
    message,
    certificate: opened?.certificate ?? null,
  });
  try {
    const { policy, timeoutMs, ca, signal } = context;
    progress.server = `${server.protocol} server ${server.host}:${server.port}`;
    const onStage = (stage: string) => (progress.stage = stage);
    opened = await openMailServer(server, { policy, milliseconds: timeoutMs, ca, signal, onStage });
    if (!opened.greeted) onStage('connected, no greeting');
    opened.onHeard = () => onStage('connected, the conversation was not finished');
    const result = await work(opened);
    found.push(entry(true, `${words}.`));
    return result;
  } catch (error) {
    const told = entry(false, reasonOf(error, context.signal).message);
    if (error instanceof OutboundFailed) {
      told.address ??= error.address ?? null;
      told.certificate ??= error.certificate ?? null;
    }
    found.push(told);
    throw error;
  } finally {
    opened?.socket.destroy();
  }
}

function mailServer(protocol: Protocol, config: StoredConfig, { open }: CheckContext): MailServer {
  const prefix = { SMTP: 'smtp', POP3: 'pop', IMAP: 'imap' }[protocol];
  const login = { SMTP: 'sender', POP3: 'popReceiver', IMAP: 'imapReceiver' }[protocol];
  const sealed = textOf(config, `${login}Password`);
  const ssl = config[`${prefix}UseSSL`] === true;
  return {
    protocol,
    host: textOf(config, `${prefix}Hostname`),
    port: numberOf(config, `${prefix}Port`, usualPort(protocol, ssl)),
    security: ssl ? 'TLS' : config[`${prefix}UseTLS`] === true ? 'STARTTLS' : 'NONE',
    user: textOf(config, `${login}Username`),
    password: sealed === '' ? '' : open(sealed),
  };
}

function usualPort(protocol: Protocol, ssl: boolean): number {
  return { SMTP: ssl ? 465 : 587, POP3: ssl ? 995 : 110, IMAP: ssl ? 993 : 143 }[protocol];
}

export function reasonOf(error: unknown, signal: AbortSignal): { code: CheckError; message: string } {
  const ended: unknown = signal.aborted ? signal.reason : undefined;
  if (ended instanceof OutboundFailed || ended instanceof MailFailed) return ended;
  return error instanceof MailFailed ? error : outboundFailure(error);
}
