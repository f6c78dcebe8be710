import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { checkContext } from '#tests/fixtures/check-context.ts';
import { email } from '../email.ts';
import { newToken, subjectOf } from './token.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server of lines; `answer` gives what it says to each. */
async function serve(greeting: string, answer: (line: string, socket: Socket) => string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write(greeting);
    closing.push(() => socket.destroy());
    let rest = '';
    socket.on('data', (data) => {
      const lines = `${rest}${data.toString()}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) socket.write(answer(line, socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const way = ['127.0.0.1', 'a@example.test', 'b@example.test'];
/** The subject of a message of this way that a check sent so many minutes ago. */
const left = (minutes: number, of = way) =>
  subjectOf(newToken(of)).replace(/ [0-9a-z]{8,9}x/, ` ${(Date.now() - minutes * 60_000).toString(36)}x`);

/** A mail server that takes messages, keeping what was said to it. */
async function outgoing(arrives: (text: string) => void): Promise<number> {
  let inData = false;
  let text = '';
  return serve('220 hello\r\n', (line) => {
    if (inData) {
      text += `${line}\n`;
      if (line !== '.') return '';
      inData = false;
      arrives(text);
      text = '';
      return '250 taken\r\n';
    }
    if (line === 'DATA') {
      inData = true;
      return '354 go\r\n';
    }
    return line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n';
  });
}

async function mailbox(subjects: string[]): Promise<number> {
  const marked = new Set<number>();
  return serve('+OK hello\r\n', (line) => {
    const [verb, index = '0'] = line.split(' ');
    const at = Number(index) - 1;
    switch (verb) {
      case 'STAT':
        return `+OK ${subjects.length} 1\r\n`;
      case 'TOP':
        return `+OK\r\nSubject: ${subjects[at]}\r\n.\r\n`;
      case 'DELE':
        marked.add(at);
        return '+OK\r\n';
      case 'QUIT':
        for (const each of [...marked].sort((a, b) => b - a)) subjects.splice(each, 1);
        marked.clear();
        return '+OK\r\n';
      default:
        return '+OK\r\n';
    }
  });
}

const config = (smtpPort: number, popPort: number) => ({
  emailOption: 'ROUND_TRIP',
  senderEmail: way[1],
  receiverEmail: way[2],
  smtpHostname: way[0],
  smtpPort,
  fetchOption: 'POP',
  popHostname: '127.0.0.1',
  popPort,
  popReceiverUsername: 'now',
  popReceiverPassword: 'sealed:p',
});

it('removes what earlier checks left behind, the oldest first, and no other message (F5)', async () => {
  const subjects = [...Array.from({ length: 240 }, (_, index) => left(240 - index)), 'Invoice', left(1)];
  const smtp = await outgoing((text) => subjects.push(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''));
  const pop = await mailbox(subjects);
  for (let check = 0; check < 3; check += 1)
    expect(await email.run(config(smtp, pop), checkContext({ timeoutMs: 10_000 }))).toMatchObject({ ok: true });
  // Those of the last five minutes may be waited for by another process.
  expect(subjects.length).toBeLessThanOrEqual(8);
  expect(subjects).toContain('Invoice');
});

it('removes them also when this check’s message does not come, and names the mailbox (F5)', async () => {
  // Another way: clearing up goes on where the check before ended.
  const receiverEmail = 'c@example.test';
  const subjects = Array.from({ length: 60 }, (_, index) => left(90 - index, [...way.slice(0, 2), receiverEmail]));
  const smtp = await outgoing(() => undefined);
  const pop = await mailbox(subjects);
  const outcome = await email.run({ ...config(smtp, pop), receiverEmail }, checkContext({ timeoutMs: 6000 }));
  expect(outcome.message).toBe('The message was taken but was not in the mailbox of now within 6 seconds.');
  expect(subjects).toEqual([]);
});

it('does not say of a message that nobody fetches that it is removed (F10)', async () => {
  let sent = '';
  const smtp = await outgoing((text) => (sent = text));
  await email.run({ ...config(smtp, 1), emailOption: 'SEND' }, checkContext());
  expect(sent).toContain('it can be deleted');
  expect(sent).not.toContain('removes it');
});

it.each([0, 100])('refuses what is said %i ms after the answer to STARTTLS, always alike (F11)', async (delay) => {
  const smtp = await serve('220 hello\r\n', (line, socket) => {
    if (line.startsWith('EHLO')) return '250 STARTTLS\r\n';
    if (line !== 'STARTTLS') return '';
    if (delay === 0) return '220 go\r\n250 AUTH\r\n';
    setTimeout(() => socket.write('250 AUTH PLAIN LOGIN and more of it\r\n'), delay);
    return '220 go\r\n';
  });
  const outcome = await email.run({ ...config(smtp, 1), emailOption: 'SEND', smtpUseTLS: true }, checkContext());
  expect(outcome).toMatchObject({
    error: 'bad_response',
    message:
      'The server sent data between its answer to STARTTLS and the handshake; the connection was ended before anything secret was said.',
  });
});

it('says which server did not answer, and how far it came (wording)', async () => {
  const silent = await serve('', () => '');
  const imap = {
    imapHostname: '127.0.0.1',
    imapPort: silent,
    imapReceiverUsername: 'u',
    imapReceiverPassword: 'sealed:p',
  };
  const outcome = await email.run(
    { emailOption: 'RECEIVE', fetchOption: 'IMAP', ...imap },
    checkContext({ timeoutMs: 1000 }),
  );
  expect(outcome.message).toBe(
    `The IMAP server 127.0.0.1:${silent} did not answer within 1 second (connected, no greeting).`,
  );
});
