import { createServer, type Server } from 'node:http';
import { createServer as createLineServer, type AddressInfo, type Server as LineServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openPolicy } from '#tests/fixtures/check-context.ts';
import { createDomains } from './domains.ts';

const policy = openPolicy;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server | LineServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A registry that answers these paths, and counts. */
async function rdap(replies: Record<string, unknown>, topLevels = ['test', 'uk']) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/list')
      response.end(
        JSON.stringify({ services: [[topLevels, [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`]]] }),
      );
    else if (!Object.hasOwn(replies, path)) response.writeHead(404).end('{}');
    else response.end(typeof replies[path] === 'string' ? replies[path] : JSON.stringify(replies[path]));
  });
  const port = await listen(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/list`, asked };
}

/** A WHOIS server; `answer` writes to the connection what it likes. */
async function whois(answer: (question: string, socket: Socket, port: number) => void) {
  const sockets = new Set<Socket>();
  const server = createLineServer((socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    socket.once('data', (data) => answer(data.toString().trim(), socket, (server.address() as AddressInfo).port));
  });
  const port = await listen(server);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${port}`;
}
const nobody = '127.0.0.1:1';
const expiration = (at: string) => ({
  events: [
    { eventAction: 'registration', eventDate: '2001-01-01' },
    { eventAction: 'expiration', eventDate: at },
  ],
});

describe('what registries say of a domain (F08-65)', () => {
  it('is asked by RDAP for the registered domain above a host, once for all who want to know', async () => {
    const registry = await rdap({ '/domain/example.test': expiration(inDays(40)) });
    const domains = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: nobody });
    const [first, second] = await Promise.all([
      domains.find('www.example.test', policy, 5000),
      domains.find('www.example.test', policy, 5000),
    ]);
    expect(first).toMatchObject({ name: 'example.test', daysLeft: 40, source: 'RDAP' });
    expect(second).toEqual(first);
    await domains.find('WWW.example.test.', policy, 5000);
    expect(registry.asked).toEqual(['/list', '/domain/example.test']);
  });

  it('passes over a public suffix', async () => {
    const registry = await rdap({ '/domain/example.co.uk': expiration(inDays(3)) });
    const domains = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: nobody });
    expect(await domains.find('www.example.co.uk', policy, 5000)).toMatchObject({ name: 'example.co.uk', daysLeft: 3 });
  });

  it('comes by WHOIS where there is no RDAP, from the server that the root names', async () => {
    const registry = await rdap({}, ['com']);
    const server = await whois((question, socket, port) =>
      socket.end(question === 'test' ? `whois: 127.0.0.1:${port}\r\n` : `Expiry date: ${inDays(7)}\r\n`),
    );
    const domains = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: server });
    expect(await domains.find('example.test', policy, 5000)).toMatchObject({ daysLeft: 7, source: 'WHOIS' });
  });

  it.each<[string, unknown]>([
    ['no JSON', '<html>'],
    ['no object', '[1, null]'],
    ['no date', expiration('tomorrow')],
    ['events that are none', { events: { eventAction: 'expiration' } }],
    ['more than is read', `{"events": [${'{},'.repeat(600_000)}{}]}`],
  ])('says nothing when a registry sends %s', async (_, reply) => {
    const registry = await rdap({ '/domain/example.test': reply });
    const domains = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: nobody });
    const found = await domains.find('example.test', policy, 8000);
    expect(found).toMatchObject({ expiresAt: null, daysLeft: null, source: null });
    expect(found?.message).toContain('The registry did not answer');
  });

  it('reads no flood, waits for no drip, and asks no metadata address', async () => {
    const registry = await rdap({}, ['com']);
    const flood = await whois((_, socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
        socket.once('drain', more);
      };
      more();
    });
    const flooded = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: flood });
    expect(await flooded.find('example.test', policy, 5000)).toMatchObject({ expiresAt: null });
    const silent = await whois(() => undefined);
    const startedAt = performance.now();
    const waiting = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: silent });
    expect(await waiting.find('example.test', policy, 200)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(2000);
    const led = await whois((question, socket) => socket.end(question === 'test' ? 'whois: 169.254.169.254\r\n' : ''));
    const refused = createDomains({ rdapBootstrapUrl: registry.url, whoisServer: led });
    expect((await refused.find('example.test', policy, 5000))?.message).toContain('169.254.169.254');
  });
});
