import { Lines } from './lines.ts';
import { MailFailed } from './mail-failed.ts';
import type { MailServer, Opened } from './mail-server.ts';
import { folderName } from './folder-name.ts';
import { isStale, mostLeftovers, type Token } from './token.ts';

interface Answer {
  /** `OK`, `NO` or `BAD` and what follows. */
  last: string;
  untagged: string[];
}

/** A session with an IMAP server (RFC 9051, 3501). Each method rejects with `MailFailed` or `OutboundFailed`. */
export class Imap {
  private tag = 0;
  private readonly lines: Lines;

  private constructor({ socket, onHeard }: Opened) {
    this.lines = new Lines(socket, onHeard);
  }

  static async login(opened: Opened, { user, password }: MailServer): Promise<Imap> {
    const imap = new Imap(opened);
    if (!opened.greeted && !/^\* OK/i.test(await imap.lines.next()))
      throw new MailFailed('bad_response', 'The server does not speak IMAP');
    const { untagged } = await imap.command('CAPABILITY', 'The server does not speak IMAP');
    const plain = untagged.some((line) => /^\* CAPABILITY .*\bAUTH=PLAIN\b/i.test(line));
    const secret = Buffer.from(`\0${user}\0${password}`).toString('base64');
    // LOGIN has no way to say anything but ASCII.
    const login = plain ? 'AUTHENTICATE PLAIN' : `LOGIN ${quoted(user)} ${quoted(password)}`;
    await imap.command(login, 'The server refused the login', 'login_failed', secret);
    return imap;
  }

  /** How many messages the folder holds. */
  async open(folder: string): Promise<number> {
    const { untagged } = await this.command(`SELECT ${quoted(folderName(folder))}`, 'The folder cannot be opened');
    const exists = untagged.map((line) => /^\* (\d{1,9}) EXISTS/i.exec(line)?.[1]).find((each) => each !== undefined);
    return Number(exists ?? 0);
  }

  /** Whether the message is there; it is removed. */
  async takeOut({ unique }: Token): Promise<boolean> {
    const mine = await this.search(`SUBJECT "${unique}"`);
    if (mine.length > 0) await this.remove(mine);
    return mine.length > 0;
  }

  /** Removes what earlier checks left behind, the oldest first, so many at a time. */
  async clearLeftovers(token: Token): Promise<void> {
    const ours = (await this.search(`SUBJECT "${token.way}"`)).slice(0, mostLeftovers);
    if (ours.length === 0) return;
    const { untagged } = await this.command(
      `UID FETCH ${ours.join(',')} (UID ENVELOPE)`,
      'The server did not show a message',
    );
    const stale = untagged
      .filter((line) => isStale(line, token, Date.now()))
      .flatMap((line) => /\bUID (\d{1,10})/i.exec(line)?.[1] ?? []);
    if (stale.length > 0) await this.remove(stale);
  }

  private async remove(uids: readonly string[]): Promise<void> {
    const ids = uids.join(',');
    await this.command(`UID STORE ${ids} +FLAGS.SILENT (\\Deleted)`, 'The server kept the message');
    // Without UIDPLUS every message that is marked goes: marks of others are theirs to have set.
    const { last } = await this.ask(`UID EXPUNGE ${ids}`);
    if (!/^OK/i.test(last)) await this.command('EXPUNGE', 'The server kept the message');
  }

  /** Lets the server tell of new messages. */
  async refresh(): Promise<void> {
    await this.command('NOOP', 'The server did not answer');
  }

  async quit(): Promise<void> {
    await this.ask('LOGOUT');
  }

  private async search(what: string): Promise<string[]> {
    const { untagged } = await this.command(`UID SEARCH ${what}`, 'The server cannot search the folder');
    return untagged
      .flatMap((line) => /^\* SEARCH((?: \d{1,10})*)/i.exec(line)?.[1]?.trim().split(' ') ?? [])
      .filter(Boolean);
  }

  private async command(
    command: string,
    words: string,
    code: 'login_failed' | 'bad_response' = 'bad_response',
    more?: string,
  ): Promise<Answer> {
    const answer = await this.ask(command, more);
    if (!/^OK/i.test(answer.last)) throw new MailFailed(code, words, answer.last.replace(/^(NO|BAD)\s*/i, ''));
    return answer;
  }

  private async ask(command: string, more?: string): Promise<Answer> {
    const tag = `a${(this.tag += 1)}`;
    this.lines.say(`${tag} ${command}`);
    const untagged: string[] = [];
    for (;;) {
      const line = await this.lines.next();
      const literal = /\{(\d{1,7})\}$/.exec(line)?.[1];
      if (literal !== undefined) await this.lines.skip(Number(literal));
      if (line.startsWith(`${tag} `)) return { last: line.slice(tag.length + 1), untagged };
      if (line.startsWith('+') && more !== undefined) this.lines.say(more);
      else untagged.push(line);
    }
  }
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
