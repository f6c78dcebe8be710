import { createServer as createWebsite, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkContext } from '#tests/fixtures/check-context.ts';
import { addressAnswer, dnsResponder, type Asked } from '#tests/fixtures/dns-responder.ts';
import type { Watch } from './check.ts';
import { dns } from './dns.ts';
import { createEcho } from './echo.ts';
import { http } from './http.ts';
import { keywordFact } from './keyword.ts';
import { KeywordSearch } from './keyword-search.ts';
import { createPing } from './ping.ts';
import { portScan } from './port-scan.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const site = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createWebsite(listener))}/`;

const megabyte = 1_048_576;
const keyword = (text: string): Watch => ({
  type: 'HttpSiteKeyword',
  parameters: { contains: 'NOT_CONTAINS', keyword: text },
});
const looked = (url: string, text: string, more: Record<string, unknown> = {}) =>
  http.run({ httpHostname: url, ...more }, checkContext({ timeoutMs: 10_000, conditions: [keyword(text)] }));
/** A page of so many bytes with the text at a place. */
const page = (bytes: number, at?: number, text = 'pear') => {
  const body = Buffer.alloc(bytes, 0x61);
  if (at !== undefined) body.write(text, at);
  return body;
};

describe('a keyword', () => {
  const fact = keywordFact('body', 'pear');

  it('is found behind the first megabyte, and missed only when the whole page was read (F1)', async () => {
    const url = await site((request, response) =>
      response.end(page(3 * megabyte, request.url === '/with' ? 2_900_000 : undefined)),
    );
    const found = await looked(`${url}with`, 'pear');
    expect(found).toMatchObject({ ok: true, facts: { [fact]: 1 }, notes: { [fact]: 'The page contains “pear”.' } });
    const missed = await looked(url, 'pear');
    expect(missed).toMatchObject({
      facts: { [fact]: 0 },
      notes: { [fact]: 'The page (3 MB) does not contain “pear”.' },
    });
  });

  it('is found across the edges of chunks, also within a character of several bytes (F1)', () => {
    const bytes = Buffer.from('… größe …');
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const search = new KeywordSearch(['größe', 'nothing'], 'text/html');
      search.take(bytes.subarray(0, cut));
      search.take(bytes.subarray(cut));
      expect([...search.found]).toEqual(['größe']);
    }
  });

  it('is neither there nor missing when the page is longer than is read: the message says so (F1, F8)', async () => {
    const url = await site((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(page(65_536)));
        response.once('drain', more);
      };
      more();
    });
    const outcome = await looked(url, 'pear');
    expect(outcome.facts).toBeUndefined();
    expect(outcome.message).toBe('The server answered 200 OK. Reading stopped after the first 16 MB.');
    expect(outcome.notes).toMatchObject({
      [fact]: 'The page (first 16 MB read) does not contain “pear” as far as it was read.',
    });
    const unwatched = await http.run({ httpHostname: url }, checkContext({ timeoutMs: 10_000 }));
    expect(unwatched.message).toBe('The server answered 200 OK. Reading stopped after the first 1 MB.');
  });

  it('keeps nothing beyond what is shown (F1)', async () => {
    const url = await site((_, response) => response.end(page(3 * megabyte)));
    const { detail } = await looked(url, 'pear', { saveResponseBody: true });
    expect([detail.body?.length, detail.bodyTruncated]).toEqual([65_536, true]);
  });
});

describe('an HTTP check', () => {
  const wording: [string, RequestListener, string | RegExp][] = [
    ['never answers', () => undefined, 'No answer within 1 second.'],
    [
      'closes without a byte',
      (request) => request.socket.destroy(),
      'The target closed the connection without an answer.',
    ],
    [
      'cuts its page',
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('0123456789', () => setTimeout(() => response.destroy(), 100));
      },
      'The target closed the connection before the response was complete (10 of 100 bytes came).',
    ],
    [
      'redirects to a metadata address',
      (_, response) => response.writeHead(302, { location: 'http://[::ffff:169.254.169.254]/latest?key=1' }).end(),
      /^The site redirected to http:\/\/\[::ffff:169\.254\.169\.254\]\/latest: Cairn does not connect to 169\.254\.169\.254/,
    ],
  ];
  it.each(wording)('of a site that %s says so (F12, wording)', async (_, listener, message) => {
    const outcome = await http.run({ httpHostname: await site(listener) }, checkContext({ timeoutMs: 1000 }));
    expect(outcome.ok).toBe(false);
    expect(outcome.message).toMatch(message);
  });

  it('names the address that redirects led to (F12)', async () => {
    const url = await site((request, response) =>
      request.url?.startsWith('/end')
        ? response.end('here')
        : response.writeHead(301, { location: '/end?token=1' }).end(),
    );
    const outcome = await http.run({ httpHostname: url }, checkContext());
    expect(outcome.message).toBe(`The server answered 200 OK after a redirect to ${url}end.`);
    expect(outcome.detail.redirectedTo).toContain(`${url}end?token=1`);
  });
});

describe('a port scan', () => {
  it('takes a port that accepts and resets for open (F3)', async () => {
    const port = await listen(createServer((socket) => socket.resetAndDestroy()));
    for (let turn = 0; turn < 30; turn += 1) {
      const outcome = await portScan.run({ hostname: '127.0.0.1', ports: `${port}` }, checkContext());
      expect(outcome).toMatchObject({ ok: true, message: `Port ${port} is open.` });
    }
  });

  it('says that a port is closed, and how (wording)', async () => {
    const port = await listen(createServer());
    closing.splice(0).forEach((close) => close());
    const outcome = await portScan.run({ hostname: '127.0.0.1', ports: `${port}` }, checkContext());
    expect(outcome.message).toBe(`Port ${port} is closed (connection refused).`);
  });
});

/** An answer of a name server with this code (2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED) and no record. */
function coded(asked: Asked, code: number): Buffer {
  const packet = addressAnswer(asked, []);
  packet.writeUInt16BE(0x8180 | code, 2);
  return packet;
}
const record = (dnsRecordType: string, text: string): Watch => ({
  type: 'DnsRecordType',
  parameters: { dnsRecordType, contains: 'CONTAINS', keyword: text },
});

describe('a DNS check', () => {
  const asks = async (answer: Parameters<typeof dnsResponder>[0], conditions: Watch[] = [], timeoutMs = 1000) => {
    const { server, close } = await dnsResponder(answer);
    closing.push(close);
    const outcome = await dns.run({ hostname: 'x.test', dnsServer: server }, checkContext({ timeoutMs, conditions }));
    return { ...outcome, message: outcome.message.replace(server, 'SERVER'), server };
  };

  it('says of a record why its question was not answered, and is neither true nor false (F2)', async () => {
    const fact = keywordFact('MX', 'mail');
    const outcome = await asks(
      (asked) => [asked.type === 15 ? coded(asked, 2) : addressAnswer(asked, ['127.0.0.13'])],
      [record('MX', 'mail')],
    );
    expect(outcome).toMatchObject({ ok: true, message: 'x.test has A 127.0.0.13.' });
    expect(outcome.facts).toBeUndefined();
    expect(outcome.notes?.[fact]).toBe(
      `The name server ${outcome.server} failed to answer for the MX record of x.test (SERVFAIL).`,
    );
  });

  const wording: [string, (asked: Asked) => Buffer[], string][] = [
    ['NXDOMAIN', (asked) => [coded(asked, 3)], 'The name x.test does not exist (NXDOMAIN).'],
    ['no record', (asked) => [coded(asked, 0)], 'x.test exists but has no A or AAAA record.'],
    ['SERVFAIL', (asked) => [coded(asked, 2)], 'The name server SERVER failed to answer for x.test (SERVFAIL).'],
    ['REFUSED', (asked) => [coded(asked, 5)], 'The name server SERVER refused to answer for x.test (REFUSED).'],
    ['silence', () => [], 'The name server SERVER did not answer for x.test within 1 second.'],
  ];
  it.each(wording)('tells %s apart (F7, wording)', async (_, answer, message) => {
    expect((await asks(answer)).message).toBe(message);
  });

  it('takes an answer that comes late, up to the limit that was typed (F4)', async () => {
    const { createSocket } = await import('node:dgram');
    const socket = createSocket('udp4');
    socket.on('message', (packet, from) => {
      const answer = addressAnswer(
        { name: 'x.test', type: packet.readUInt16BE(packet.length - 15) === 28 ? 28 : 1, packet },
        ['127.0.0.1'],
      );
      setTimeout(() => socket.send(answer, from.port, from.address, () => undefined), 1600);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const dnsServer = `127.0.0.1:${socket.address().port}`;
    const outcome = await dns.run({ hostname: 'x.test', dnsServer }, checkContext({ timeoutMs: 2000 }));
    // Answers under way when the socket closes are not sent.
    closing.push(() => setTimeout(() => socket.close(), 2500).unref());
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.responseTime).toBeLessThan(2000);
  });

  it('reads TXT records as UTF-8 (F6)', async () => {
    const outcome = await asks(
      (asked) => {
        if (asked.type !== 16) return [addressAnswer(asked, [])];
        const text = Buffer.from('é=1');
        const packet = coded(asked, 0);
        packet.writeUInt16BE(1, 6);
        return [
          Buffer.concat([
            packet,
            Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]),
            text,
          ]),
        ];
      },
      [record('TXT', 'é')],
    );
    expect(outcome).toMatchObject({
      ok: true,
      message: 'x.test has TXT é=1.',
      facts: { [keywordFact('TXT', 'é')]: 1 },
    });
  });
});

it('says which address may not be pinged, with facts for its conditions (F9)', async () => {
  const refusing = createPing({ send: () => Promise.resolve('refused') });
  expect(await refusing.run({ hostname: '127.255.255.255' }, checkContext())).toMatchObject({
    ok: false,
    message: 'This computer may not send pings to 127.255.255.255.',
    facts: { packetLoss: 100 },
  });
  const none = createPing(createEcho(() => Promise.resolve({ fping: false, fpingTellsTtl: false, ping: false })));
  expect(await none.run({ hostname: '127.0.0.1' }, checkContext())).toMatchObject({ error: 'not_available' });
});
