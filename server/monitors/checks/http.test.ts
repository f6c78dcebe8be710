import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { checkContext as context, publicOnly } from '#tests/fixtures/check-context.ts';
import { http } from './http.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener, secure = false): Promise<string> {
  const server = secure ? createSecureServer(localhostCertificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Answers with what it was sent. */
const mirror: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })));
};

describe('the HTTP check', () => {
  it('tells status, time, address, headers and body', async () => {
    const url = await serve((_, response) => response.writeHead(200, { 'x-made-by': 'test' }).end('all well'));
    const outcome = await http.run({ httpHostname: url, saveResponseBody: true }, context());
    expect(outcome).toMatchObject({ ok: true, error: null, statusCode: 200, message: 'The server answered 200 OK.' });
    expect(outcome.detail).toMatchObject({
      address: '127.0.0.1',
      body: 'all well',
      bodyTruncated: false,
      certificate: null,
    });
    expect(outcome.detail.headers).toContainEqual({ name: 'x-made-by', value: 'test' });
    expect(outcome.responseTime).toBeGreaterThan(0);
  });

  it('keeps no body unless it is wanted', async () => {
    const url = await serve((_, response) => response.end('private'));
    expect((await http.run({ httpHostname: url, saveResponseBody: false }, context())).detail.body).toBeNull();
  });

  it.each([400, 404, 500, 503])('fails at status %i, with its time', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end());
    const outcome = await http.run({ httpHostname: url }, context());
    expect(outcome).toMatchObject({ ok: false, error: 'http_status', statusCode: status });
    expect(outcome.message).toContain(`The server answered ${status} `);
    expect(outcome.responseTime).not.toBeNull();
  });

  it('sends method, headers, the opened login and a form', async () => {
    const url = await serve(mirror);
    const outcome = await http.run(
      {
        httpHostname: url,
        methodType: 'POST',
        authenticationType: 'BASIC',
        httpUsername: 'watcher',
        httpPassword: 'sealed:pass wörd',
        requestHeaders: [{ name: 'X-Probe', value: 'cairn' }, {}],
        requestBodyType: 'FORM',
        requestBodyForm: [{ name: 'q', value: 'a b&c' }],
        saveResponseBody: true,
      },
      context(),
    );
    const seen = JSON.parse(outcome.detail.body ?? '') as {
      method: string;
      headers: Record<string, string>;
      body: string;
    };
    expect(seen).toMatchObject({
      method: 'POST',
      body: 'q=a+b%26c',
      headers: { 'x-probe': 'cairn', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(Buffer.from(seen.headers['authorization']?.replace('Basic ', '') ?? '', 'base64').toString()).toBe(
      'watcher:pass wörd',
    );
  });

  it('sends a raw body as it stands', async () => {
    const url = await serve(mirror);
    const outcome = await http.run(
      {
        httpHostname: url,
        methodType: 'PUT',
        requestBodyType: 'RAW',
        requestBodyRaw: '{"a":1}',
        requestHeaders: [{ name: 'Content-Type', value: 'application/json' }],
        saveResponseBody: true,
      },
      context(),
    );
    expect(JSON.parse(outcome.detail.body ?? '')).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'content-length': '7' },
    });
  });

  it('makes text of a body by its charset, and what a database cannot store readable', async () => {
    const latin = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
        .end(Buffer.from([0x66, 0xfc, 0x72])),
    );
    expect((await http.run({ httpHostname: latin, saveResponseBody: true }, context())).detail.body).toBe('für');
    const binary = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'x; charset=no-such' }).end(Buffer.from([0x41, 0x00, 0xff])),
    );
    expect((await http.run({ httpHostname: binary, saveResponseBody: true }, context())).detail.body).toBe(
      'A\uFFFD\uFFFD',
    );
    const long = await serve((_, response) => response.end('x'.repeat(300_000)));
    const { detail } = await http.run({ httpHostname: long, saveResponseBody: true }, context());
    expect([detail.body?.length, detail.bodyTruncated]).toEqual([65_536, true]);
  });

  it('tells the certificate even where it is refused', async () => {
    const url = await serve((_, response) => response.end(), true);
    const outcome = await http.run({ httpHostname: url, saveCertificateInformation: true }, context());
    expect(outcome).toMatchObject({
      ok: false,
      error: 'tls_failed',
      message: 'The certificate is self-signed.',
      detail: { certificate: { subject: 'localhost', issuer: 'localhost' } },
    });
    expect(outcome.facts?.['certificateDays']).toBeGreaterThan(30_000);
  });

  it('says what went wrong, each in its own code', async () => {
    const silent = await serve(() => undefined);
    expect(await http.run({ httpHostname: silent }, context({ timeoutMs: 300 }))).toMatchObject({
      ok: false,
      error: 'timed_out',
      responseTime: null,
      statusCode: null,
    });
    expect(await http.run({ httpHostname: 'http://no-such-host.invalid/' }, context())).toMatchObject({
      error: 'dns_failed',
    });
    expect(await http.run({ httpHostname: 'http://169.254.169.254/' }, context())).toMatchObject({
      error: 'address_refused',
    });
    expect(await http.run({ httpHostname: silent }, context({ policy: publicOnly }))).toMatchObject({
      error: 'address_refused',
    });
    const closed = await serve(() => undefined);
    closing.pop()?.();
    expect(await http.run({ httpHostname: closed }, context())).toMatchObject({ error: 'connection_refused' });
    expect(await http.run({}, context())).toMatchObject({ error: 'invalid_target' });
  });
});
