import { Lines } from './lines.ts';
import { MailFailed } from './mail-failed.ts';
import type { MailServer, Opened } from './mail-server.ts';
import { isStale, mostLeftovers, type Token } from './token.ts';

/** The newest messages are looked at for this check's own; a mailbox may hold any number. */
const newest = 40;
/** Clearing up may take this long, in milliseconds: the check has its own limit to keep. */
const clearing = 1500;
/** Where clearing up goes on at the next check, by way: foreign messages must not hide leftovers behind them for ever. */
const clearedTo = new Map<string, number>();
const mostWays = 10_000;

/** A session with a POP3 server (RFC 1939). Each method rejects with `MailFailed` or `OutboundFailed`. */
export class Pop3 {
  private readonly removed = new Set<number>();

  private constructor(private readonly lines: Lines) {}

  static async login({ socket, greeted, onHeard }: Opened, { user, password }: MailServer): Promise<Pop3> {
    const pop = new Pop3(new Lines(socket, onHeard));
    if (!greeted) await pop.answer('The server does not speak POP3');
    await pop.command(`USER ${user}`, 'The server refused the login', 'login_failed');
    await pop.command(`PASS ${password}`, 'The server refused the login', 'login_failed');
    return pop;
  }

  /** How many messages there are. */
  async count(): Promise<number> {
    return Number(
      /^\+OK (\d{1,9})/.exec(await this.command('STAT', 'The server did not tell what it holds'))?.[1] ?? 0,
    );
  }

  /** Whether the message is there; it is removed once the session ends. */
  async takeOut(token: Token): Promise<boolean> {
    const count = await this.count();
    let found = false;
    for (let index = count; index > Math.max(0, count - newest) && !found; index -= 1) {
      if (!(await this.subject(index)).includes(token.unique)) continue;
      found = true;
      await this.command(`DELE ${index}`, 'The server kept the message');
      this.removed.add(index);
    }
    return found;
  }

  /** Removes what earlier checks left behind, the oldest first: so many messages are looked at, and the next check goes on behind them. */
  async clearLeftovers(token: Token): Promise<void> {
    const until = performance.now() + clearing;
    const count = await this.count();
    const total = count + this.removed.size;
    const start = clearedTo.get(token.way) ?? 0;
    let index = start >= total ? 0 : start;
    let removed = 0;
    const last = Math.min(total, index + mostLeftovers);
    while (index < last && performance.now() < until) {
      index += 1;
      if (this.removed.has(index) || !isStale(await this.subject(index), token, Date.now())) continue;
      await this.command(`DELE ${index}`, 'The server kept the message');
      removed += 1;
    }
    if (clearedTo.size >= mostWays) clearedTo.clear();
    clearedTo.set(token.way, Math.max(0, index - removed));
  }

  /** Only now does the server remove anything. */
  async quit(): Promise<void> {
    await this.command('QUIT', 'The server kept the message');
  }

  private async subject(index: number): Promise<string> {
    await this.command(`TOP ${index} 0`, 'The server did not show a message');
    let subject = '';
    for (;;) {
      const line = await this.lines.next();
      if (line === '.') return subject;
      if (/^subject:/i.test(line)) subject = line.slice(8).trim();
    }
  }

  private command(
    command: string,
    words: string,
    code: 'login_failed' | 'bad_response' = 'bad_response',
  ): Promise<string> {
    this.lines.ask(command);
    return this.answer(words, code);
  }

  private async answer(words: string, code: 'login_failed' | 'bad_response' = 'bad_response'): Promise<string> {
    const line = await this.lines.next();
    if (!line.startsWith('+OK')) throw new MailFailed(code, words, line.replace(/^-ERR\s*/, ''));
    return line;
  }
}
