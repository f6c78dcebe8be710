import { Lines } from './lines.ts';
import { MailFailed } from './mail-failed.ts';
import type { MailServer, Opened } from './mail-server.ts';
import { isStale, type Token } from './token.ts';

/** The newest messages that are looked at; a mailbox may hold any number. */
const newest = 40;

/** A session with a POP3 server (RFC 1939). Each method rejects with `MailFailed` or `OutboundFailed`. */
export class Pop3 {
  private constructor(private readonly lines: Lines) {}

  static async login({ socket, greeted }: Opened, { user, password }: MailServer): Promise<Pop3> {
    const pop = new Pop3(new Lines(socket));
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

  /** Whether the message is there; it is removed, with those of earlier checks, once the session ends. */
  async takeOut(token: Token): Promise<boolean> {
    const count = await this.count();
    let found = false;
    for (let index = count; index > Math.max(0, count - newest); index -= 1) {
      const subject = await this.subject(index);
      const mine = subject.includes(token.unique);
      found ||= mine;
      if (mine || isStale(subject, token, Date.now()))
        await this.command(`DELE ${index}`, 'The server kept the message');
    }
    return found;
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
