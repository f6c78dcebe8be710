import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reloadCertificates } from '#server/http/tls.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { elsewhereCertificate, localhostCertificate } from '../fixtures/certificates.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { until } from './open-page.ts';

let folder: string;
let server: TestServer;
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });
const put = ({ cert, key }: { cert: string; key: string }) => {
  writeFileSync(files().cert, cert);
  writeFileSync(files().key, key);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'));
  put(localhostCertificate);
  server = await startTestServer({ settings: { tls: files() } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function status(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/healthz`, { ca: localhostCertificate.cert }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject).end();
  });
}

/** The fingerprint of the certificate that a new connection meets. */
async function fingerprint(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    });
    socket.once('error', reject);
  });
}

it('serves HTTPS by certificate files and takes renewed ones while it runs (S14)', async () => {
  expect(server.url).toMatch(/^https:/);
  expect(await status()).toBe(200);
  const port = Number(new URL(server.url).port);
  const known = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;
  expect(await fingerprint(port)).toBe(known(localhostCertificate));
  put(elsewhereCertificate);
  await until(async () => (await fingerprint(port)) === known(elsewhereCertificate), 20_000);
});

it('refuses to watch a server that does not speak TLS, and names a missing half of the pair (S14)', async () => {
  const { createServer } = await import('node:http');
  expect(() => reloadCertificates(createServer(), files(), createLog('silent'))).toThrow('does not speak TLS');
  expect(() => readSettings({ CAIRN_TLS_CERT: '/etc/cairn/cert.pem' })).toThrow('set both, or neither');
  expect(readSettings({ CAIRN_TLS_CERT: '/c.pem', CAIRN_TLS_KEY: '/k.pem' }).publicUrl).toMatch(/^https:/);
});
