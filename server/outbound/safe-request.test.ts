import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { elsewhereCertificate, localhostCertificate } from '#tests/fixtures/certificates.ts';
import { openPolicy, publicOnly } from '#tests/fixtures/check-context.ts';
import { OutboundFailed } from './outbound-failed.ts';
import { safeRequest, type SafeRequest } from './safe-request.ts';

const policy = openPolicy;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function listen(server: Server | SocketServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;
/** Replies to every request with these bytes, then runs `then`. */
const serveRaw = async (text: string, then: (socket: Socket) => void = (socket) => socket.end()) =>
  `http://127.0.0.1:${await listen(createSocketServer((socket) => socket.once('data', () => socket.write(text, () => then(socket)))))}`;

const ask = (url: string, more: Partial<SafeRequest> = {}) => safeRequest({ url, policy, ...more });
async function failure(work: Promise<unknown>): Promise<OutboundFailed> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundFailed);
  return error as OutboundFailed;
}

describe('safeRequest', () => {
  it('sends method, headers and body, and tells status, headers, body and the address that answered', async () => {
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () =>
        response
          .writeHead(201, {
            'x-seen': `${request.method} ${request.headers['x-a']} ${request.headers['content-length']}`,
          })
          .end(`got ${body}`),
      );
    });
    const reply = await ask(`${url}/path?q=1`, {
      method: 'post',
      headers: [
        { name: 'X-A', value: 'b' },
        { name: 'Content-Length', value: '9999' },
      ],
      body: 'héllo',
    });
    expect(reply.status).toBe(201);
    expect(reply.headers).toContainEqual({ name: 'x-seen', value: 'POST b 6' });
    expect(reply.body.toString()).toBe('got héllo');
    expect(reply.address).toBe('127.0.0.1');
    expect(reply.bodyTruncated).toBe(false);
  });

  it('refuses private addresses where the division does not allow them, in every spelling', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
    ]) {
      const failed = await failure(safeRequest({ url: `http://${host}:1/`, policy: publicOnly }));
      expect([host, failed.code]).toEqual([host, 'address_refused']);
    }
  });

  it('refuses metadata addresses even where private targets are allowed', async () => {
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '[::ffff:a9fe:a9fe]',
      '[fd00:ec2::254]',
      '[fe80::1]',
    ]) {
      const failed = await failure(ask(`http://${host}/latest/meta-data/`));
      expect([host, failed.code]).toEqual([host, 'address_refused']);
    }
  });

  it('refuses a redirect to a metadata address', async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    expect((await failure(ask(url))).code).toBe('address_refused');
  });

  it('follows redirects and drops credentials on the way to another origin', async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve((request, response) => {
      seen.push(request.headers.authorization, request.method);
      response.end('there');
    });
    const first = await serve((request, response) => {
      if (request.url === '/start') return response.writeHead(307, { location: '/again' }).end();
      seen.push(request.headers.authorization, request.method);
      return response.writeHead(303, { location: second.replace('http://', 'http://eve:secret@') }).end();
    });
    const reply = await ask(`${first}/start`, {
      method: 'POST',
      body: 'x',
      headers: [{ name: 'Authorization', value: 'Basic eA==' }],
    });
    expect(reply.body.toString()).toBe('there');
    expect(reply.redirectedTo).toEqual([`${first}/again`, `${second}/`]);
    expect(seen).toEqual(['Basic eA==', 'POST', undefined, 'GET']);
  });

  it('stops after five redirects', async () => {
    let hits = 0;
    const url = await serve((_, response) => response.writeHead(302, { location: `/${(hits += 1)}` }).end());
    expect((await failure(ask(url))).code).toBe('too_many_redirects');
    expect(hits).toBe(6);
  });

  it('refuses redirects away from the web, and URLs that hold credentials', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    expect((await failure(ask(url))).code).toBe('bad_response');
    expect((await failure(ask('http://a:b@127.0.0.1/'))).code).toBe('invalid_target');
    expect((await failure(ask('ftp://127.0.0.1/'))).code).toBe('invalid_target');
    expect((await failure(ask('http://'))).code).toBe('invalid_target');
  });

  it('ends a response that drips without end', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const startedAt = performance.now();
    const failed = await failure(ask(url, { limits: { totalMilliseconds: 300 } }));
    expect(failed.code).toBe('timed_out');
    expect(failed.message).toContain('0.3 seconds');
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  it('ends headers that drip without end, and a server that accepts and says nothing', async () => {
    const drip = await serveRaw('HTTP/1.1 200 OK\r\n', (socket) => {
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await failure(ask(drip, { limits: { totalMilliseconds: 300 } }))).code).toBe('timed_out');
    const silent = await serveRaw('', () => undefined);
    expect((await failure(ask(silent, { limits: { totalMilliseconds: 300 } }))).code).toBe('timed_out');
  });

  it('cuts a flood at the bound and reads no further', async () => {
    let written = 0;
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(65_536, 'a');
      const pour = () => {
        while (!response.destroyed && written < 1e9) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
      };
      pour();
    });
    const reply = await ask(url, { limits: { responseBytes: 100_000 } });
    expect(reply.body.length).toBe(100_000);
    expect(reply.bodyTruncated).toBe(true);
    expect(written).toBeLessThan(20_000_000);
    const dropped = await ask(url, { limits: { responseBytes: 100_000, keptBytes: 0 } });
    expect([dropped.body.length, dropped.bodyTruncated]).toEqual([0, true]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const)('unfolds %s, and a bomb only up to the bound', async (encoding, compress) => {
    const small = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('hello'))),
    );
    expect((await ask(small)).body.toString()).toBe('hello');
    const bomb = compress(Buffer.alloc(100_000_000));
    const before = process.memoryUsage().rss;
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb));
    const reply = await ask(url);
    expect([reply.body.length, reply.bodyTruncated]).toEqual([1_048_576, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('tells damaged compression from a broken connection', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip'),
    );
    expect((await failure(ask(url))).code).toBe('bad_response');
    const cut = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello').subarray(0, 12)),
    );
    expect((await failure(ask(cut))).code).toBe('bad_response');
  });

  it('sees a content-length that promises more than comes, and ignores what comes beyond it', async () => {
    const short = await serveRaw('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort');
    expect((await failure(ask(short))).code).toBe('connection_reset');
    const long = await serveRaw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello and much more');
    expect((await ask(long)).body.toString()).toBe('hello');
  });

  it('refuses headers beyond their bound, and what is not HTTP', async () => {
    const large = await serveRaw(`HTTP/1.1 200 OK\r\n${'x-filler: '.padEnd(1000, 'a').concat('\r\n').repeat(100)}\r\n`);
    expect((await failure(ask(large))).code).toBe('headers_too_large');
    const other = await serveRaw('SSH-2.0-OpenSSH_9.2\r\n');
    expect((await failure(ask(other))).code).toBe('bad_response');
    const vanishing = await serveRaw('', (socket) => socket.destroy());
    expect((await failure(ask(vanishing))).code).toBe('connection_reset');
  });

  it('reports a closed port, and a header that HTTP does not allow', async () => {
    const server = createSocketServer();
    const port = await listen(server);
    await open.splice(0)[0]?.();
    expect((await failure(ask(`http://127.0.0.1:${port}/`))).code).toBe('connection_refused');
    const url = await serve((_, response) => response.end());
    expect((await failure(ask(url, { headers: [{ name: 'a', value: 'b\r\nc: d' }] }))).code).toBe('invalid_request');
  });

  it('tries the next address of a name when the first refuses', async () => {
    const port = await listen(createServer((_, response) => response.end('v4')));
    // localhost is 127.0.0.1 and ::1, so a server that listens only on ::1 is reachable too.
    expect((await ask(`http://localhost:${port}/`)).body.toString()).toBe('v4');
    const six = createServer((_, response) => response.end('v6'));
    await new Promise<void>((resolve) => six.listen(0, '::1', resolve));
    open.push(() => new Promise((resolve) => six.close(() => resolve())));
    const reply = await ask(`http://localhost:${(six.address() as AddressInfo).port}/`);
    expect([reply.body.toString(), reply.address]).toEqual(['v6', '::1']);
  });

  it('refuses a self-signed certificate in words, and tells its facts', async () => {
    const port = await listen(createSecureServer(localhostCertificate, (_, response) => response.end('secret')));
    const failed = await failure(ask(`https://127.0.0.1:${port}/`));
    expect([failed.code, failed.message]).toEqual(['tls_failed', 'The certificate is self-signed.']);
    expect(failed.certificate?.subject).toBe('localhost');
    expect(failed.certificate?.daysLeft).toBeGreaterThan(30_000);
  });

  it('accepts a certificate that holds, and refuses one for another name', async () => {
    const port = await listen(createSecureServer(localhostCertificate, (_, response) => response.end('welcome')));
    for (const host of ['127.0.0.1', 'localhost']) {
      const reply = await ask(`https://${host}:${port}/`, { ca: localhostCertificate.cert, wantCertificate: true });
      expect([reply.body.toString(), reply.certificate?.issuer]).toEqual(['welcome', 'localhost']);
    }
    const other = await listen(createSecureServer(elsewhereCertificate, (_, response) => response.end()));
    const failed = await failure(ask(`https://localhost:${other}/`, { ca: elsewhereCertificate.cert }));
    expect(failed.message).toBe('The certificate is for elsewhere.example, not for localhost.');
  });

  it('sees a server that speaks no TLS, and one that never finishes the handshake', async () => {
    const plain = (await serve((_, response) => response.end())).replace('http:', 'https:');
    expect((await failure(ask(plain))).code).toBe('tls_failed');
    const silent = (await serveRaw('', () => undefined)).replace('http:', 'https:');
    expect((await failure(ask(silent, { limits: { totalMilliseconds: 300 } }))).code).toBe('timed_out');
  });

  it('can be cancelled from outside', async () => {
    const silent = await serveRaw('', () => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect((await failure(ask(silent, { signal: stop.signal }))).code).toBe('cancelled');
  });

  it('says that a name does not resolve', async () => {
    expect((await failure(ask('http://no-such-host.invalid/', { limits: { totalMilliseconds: 2000 } }))).code).toBe(
      'dns_failed',
    );
  });

  it('leaves no socket behind', async () => {
    const server = createServer((_, response) => response.end('x'));
    const port = await listen(server);
    for (let round = 0; round < 20; round += 1) await ask(`http://127.0.0.1:${port}/`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const count = await new Promise<number>((resolve) =>
      server.getConnections((_, connections) => resolve(connections)),
    );
    expect(count).toBe(0);
  });
});
