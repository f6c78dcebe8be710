import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkContext } from '#tests/fixtures/check-context.ts';
import type { CheckError } from '../check.ts';
import { email } from '../email.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A mail server that does as it likes; lines of the client come one by one. */
async function serve(
  greet: (socket: Socket) => void,
  answer: (line: string, socket: Socket) => void = () => undefined,
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) answer(line, socket);
    });
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const flood = (socket: Socket, part: string) => {
  const more = () => {
    while (!socket.destroyed && socket.write(part));
    socket.once('drain', more);
  };
  more();
};
const configs = {
  SMTP: (port: number) => ({
    emailOption: 'SEND',
    senderEmail: 'a@example.test',
    receiverEmail: 'b@example.test',
    smtpHostname: '127.0.0.1',
    smtpPort: port,
  }),
  POP3: (port: number) => ({
    emailOption: 'RECEIVE',
    fetchOption: 'POP',
    popHostname: '127.0.0.1',
    popPort: port,
    popReceiverUsername: 'u',
    popReceiverPassword: 'sealed:p',
  }),
  IMAP: (port: number) => ({
    emailOption: 'RECEIVE',
    fetchOption: 'IMAP',
    imapHostname: '127.0.0.1',
    imapPort: port,
    imapReceiverUsername: 'u',
    imapReceiverPassword: 'sealed:p',
  }),
};
type Protocol = keyof typeof configs;
const protocols: Protocol[] = ['SMTP', 'POP3', 'IMAP'];
const greetings = { SMTP: '220 hello\r\n', POP3: '+OK hello\r\n', IMAP: '* OK hello\r\n' };
const yes = { SMTP: '250 fine\r\n', POP3: '+OK fine\r\n', IMAP: '' };

async function checked(protocol: Protocol, port: number, more: Record<string, unknown> = {}) {
  const startedAt = performance.now();
  const outcome = await email.run({ ...configs[protocol](port), ...more }, checkContext({ timeoutMs: 1500 }));
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(outcome.ok).toBe(false);
  return outcome.error;
}

describe.each(protocols)('the e-mail check with a hostile %s server', (protocol) => {
  it.each<[string, (socket: Socket) => void, CheckError[]]>([
    ['says nothing', () => undefined, ['timed_out']],
    ['closes at once', (socket) => socket.destroy(), ['connection_reset', 'bad_response']],
    [
      'says a line without end',
      (socket) => flood(socket, 'x'.repeat(65_536)),
      ['bad_response', 'connection_reset', 'timed_out'],
    ],
    [
      'floods lines',
      (socket) => flood(socket, (protocol === 'SMTP' ? '220-more\r\n' : greetings[protocol]).repeat(4096)),
      ['bad_response', 'connection_reset', 'timed_out', 'mail_refused'],
    ],
    ['speaks something else', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), ['bad_response']],
  ])('that %s, ends in bounded time and memory', async (_, greet, errors) => {
    const before = process.memoryUsage().rss;
    expect(errors).toContain(await checked(protocol, await serve(greet)));
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('that drips its answers, ends in time', async () => {
    const port = await serve((socket) => {
      const timer = setInterval(() => socket.write(protocol === 'SMTP' ? '220-still\r\n' : '+'), 50);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await checked(protocol, port)).toBe('timed_out');
  });

  it('that offers no TLS, is told nothing in the open', async () => {
    const heard: string[] = [];
    const port = await serve(
      (socket) => socket.write(greetings[protocol]),
      (line, socket) => {
        heard.push(line);
        if (protocol === 'IMAP') socket.write(`${line.split(' ')[0]} BAD unknown\r\n`);
        else
          socket.write(
            line.startsWith('EHLO') ? yes.SMTP : '502 unknown\r\n'.replace('502', protocol === 'POP3' ? '-ERR' : '502'),
          );
      },
    );
    const prefix = { SMTP: 'smtp', POP3: 'pop', IMAP: 'imap' }[protocol];
    expect(await checked(protocol, port, { [`${prefix}UseTLS`]: true })).toBe('tls_failed');
    expect(heard.join()).not.toMatch(/USER|PASS|LOGIN|AUTH|MAIL/);
  });

  it('that says more than “go ahead” before the handshake, is not believed', async () => {
    const port = await serve(
      (socket) => socket.write(greetings[protocol]),
      (line, socket) => {
        if (line.startsWith('EHLO')) socket.write('250 STARTTLS\r\n');
        else
          socket.write({ SMTP: '220 go\r\n250 AUTH\r\n', POP3: '+OK\r\n+OK\r\n', IMAP: 'a0 OK\r\n* OK\r\n' }[protocol]);
      },
    );
    const prefix = { SMTP: 'smtp', POP3: 'pop', IMAP: 'imap' }[protocol];
    expect(await checked(protocol, port, { [`${prefix}UseTLS`]: true })).toBe('bad_response');
  });

  it('at a metadata address, is not connected to', async () => {
    const prefix = { SMTP: 'smtp', POP3: 'pop', IMAP: 'imap' }[protocol];
    expect(await checked(protocol, 25, { [`${prefix}Hostname`]: '169.254.169.254' })).toBe('address_refused');
  });
});

describe('the e-mail check', () => {
  it('is not fooled by the length of a literal', async () => {
    const port = await serve(
      (socket) => socket.write(greetings.IMAP),
      (_, socket) => {
        socket.write('* LIST {9999999}\r\n');
        flood(socket, 'x'.repeat(65_536));
      },
    );
    expect(await checked('IMAP', port)).toBe('bad_response');
  });

  it('says nothing that would be two commands', async () => {
    const heard: string[] = [];
    const port = await serve(
      (socket) => socket.write(greetings.POP3),
      (line, socket) => {
        heard.push(line);
        socket.write(yes.POP3);
      },
    );
    expect(await checked('POP3', port, { popReceiverUsername: 'u\r\nDELE 1' })).toBe('invalid_request');
    expect(heard).toEqual([]);
  });
});
