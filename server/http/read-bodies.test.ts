import { connect } from 'node:net';
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.signInAsAdmin();
  cookie = `cairn_session=${admin.cookie('cairn_session')}`;
}, 120_000);

/** Sends a body in chunks; without a length, it uses `Transfer-Encoding: chunked`. */
async function send(path: string, parts: readonly string[], headers: Record<string, string> = {}) {
  const sent = request(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie, ...headers },
  });
  for (const part of parts) sent.write(part);
  sent.end();
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  let text = '';
  for await (const part of answer) text += String(part);
  return { status: answer.statusCode, ...(JSON.parse(text) as { errorCode?: string; fields?: unknown }) };
}

describe('a body without a length', () => {
  it('is read whole, characters of several bytes included, wherever it is cut', async () => {
    const bytes = JSON.stringify({ email: 'grün@example.com', password: '€'.repeat(400) });
    expect(await send('/session', [bytes.slice(0, 11), bytes.slice(11)])).toMatchObject({ status: 401 });
  });

  it('is refused once it is longer than its call takes (S2)', async () => {
    expect(await send('/session', ['{"email":"', 'x'.repeat(10_000), 'x'.repeat(10_000)])).toMatchObject({
      status: 413,
      errorCode: 'payload_too_large',
    });
  });
});

it('is refused before it is read when it says that it is too long (S2)', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.url}\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n{`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

it('is refused by its shape before it is parsed when it is larger than 32 KB (S5)', async () => {
  const answer = await send('/client', [`{"name":"x","locations":[${'{"name":"x","strange":1},'.repeat(16_000)}{}]}`]);
  expect(answer).toMatchObject({ status: 400, fields: { '/': 'Holds too many fields' } });
});
