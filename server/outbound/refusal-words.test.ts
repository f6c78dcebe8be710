// The messages of failed connections, each tested against a real peer on this machine.
import { spawn } from 'node:child_process';
import { createServer as createWebsite } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createSecure, type TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { expiredCertificate, futureCertificate, localhostCertificate } from '#tests/fixtures/certificates.ts';
import { checkContext, openPolicy } from '#tests/fixtures/check-context.ts';
import { http } from '../monitors/checks/http.ts';
import { portScan } from '../monitors/checks/port-scan.ts';
import { OutboundFailed } from './outbound-failed.ts';
import { safeRequest } from './safe-request.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket) => closing.push(() => socket.on('error', () => undefined).destroy()));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
const secure = (options: TlsOptions) =>
  listen(createSecure(options, (socket) => socket.on('error', () => undefined)).on('tlsClientError', () => undefined));
const messageOf = async (httpHostname: string) =>
  (await http.run({ httpHostname }, checkContext({ timeoutMs: 4000 }))).message;

/** Trusts the peer's own certificate, so that only its validity period can be wrong; returns the message. */
async function refusalOf(port: number, ca: string): Promise<string> {
  const error: unknown = await safeRequest({ url: `https://localhost:${port}/`, policy: openPolicy, ca }).catch(
    (reason: unknown) => reason,
  );
  return error instanceof OutboundFailed ? error.message : String(error);
}

describe('a failed connection says in words', () => {
  it('that the server speaks only TLS that is too old', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const port = await secure({ ...localhostCertificate, ...old });
    expect(await messageOf(`https://127.0.0.1:${port}/`)).toBe(
      'The server speaks only TLS versions that are too old (1.1 or below).',
    );
  });

  it('that there is no TLS on the port: of a website, and of a server that greets first', async () => {
    const plain = await listen(createWebsite((_, response) => response.end('hello')));
    expect(await messageOf(`https://127.0.0.1:${plain}/`)).toBe('The server does not speak TLS on this port.');
    const greeting = await listen(
      createServer((socket) => void socket.on('error', () => undefined).write('220 mail ready\r\n')),
    );
    expect(await messageOf(`https://127.0.0.1:${greeting}/`)).toBe('The server does not speak TLS on this port.');
  });

  it('when the certificate expired, and how long ago', async () => {
    const port = await secure(expiredCertificate);
    expect(await refusalOf(port, expiredCertificate.cert)).toMatch(
      /^The certificate expired on 1 Feb 2020 \([\d,]+ days ago\)\.$/,
    );
  });

  it('from when the certificate is valid', async () => {
    const port = await secure(futureCertificate);
    expect(await refusalOf(port, futureCertificate.cert)).toBe('The certificate is valid from 1 Jan 2100.');
  });

  it('that no route leads to the target', async () => {
    // The broadcast address of loopback, which accepts no connections.
    const port = await portScan.run({ hostname: '127.255.255.255', ports: '80' }, checkContext({ timeoutMs: 2000 }));
    expect(port.message).toContain('no route leads to the target');
  });

  it('that a port did not answer in time', async () => {
    const port = await deafPort();
    const outcome = await portScan.run(
      { hostname: '127.0.0.1', ports: String(port) },
      checkContext({ timeoutMs: 1000 }),
    );
    expect(outcome.message).toBe(`Port ${port} did not answer within 1 second.`);
  });
});

/** A port that accepts no more connections: its process is suspended, and its backlog is full. */
async function deafPort(): Promise<number> {
  const script = `const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(s.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  closing.push(() => child.kill('SIGKILL'));
  const port = Number(await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)));
  for (let count = 0; count < 4; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    closing.push(() => socket.destroy());
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  return port;
}
