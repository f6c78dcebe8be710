import { beforeAll, describe, expect, it } from 'vitest';
import { calls, type CallName } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { errors } from '#api/contract/errors.ts';
import { createApp } from '#server/http/app.ts';
import { createLog } from '#server/log.ts';
import { startTestServer, type TestServer } from '../server/harness.ts';
import type { Visitor } from '../server/visitor.ts';
import { fitting, seeded, spoilt } from './samples.ts';
import { isFull } from '../depth.ts';

const bodies = isFull ? 200 : 40;
const seed = 20_261_121;

let server: TestServer;
let admin: Visitor;
let plain: Visitor;

interface Reply {
  status: number;
  text: string;
  json: { resultCode?: string; errorCode?: string; errorMessage?: string; fields?: Record<string, string> };
}

/** The call's address with values that fit, or with `spoil` ones. */
function address(
  call: Call,
  values: Record<string, unknown> = (fitting(call.params) ?? {}) as Record<string, unknown>,
): string {
  return call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(values[name])));
}

async function send(who: Visitor, call: Call, path: string, body: unknown): Promise<Reply> {
  const cookie = ['cairn_session', 'cairn_mfa']
    .flatMap((name) => (who.cookie(name) ? [`${name}=${who.cookie(name)}`] : []))
    .join('; ');
  const reply = await fetch(`${server.url}/api${path}`, {
    method: call.method,
    headers: {
      origin: server.url,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && call.method !== 'GET' && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  // A file may be anything.
  const isFile = reply.headers.has('content-disposition');
  return {
    status: reply.status,
    text,
    json: isFile || reply.status === 204 ? {} : (JSON.parse(text) as Reply['json']),
  };
}

const asked = calls.filter(([, call]) => !call.websocket);
/** These end the session that the rest of the test needs. */
const last: ReadonlySet<CallName> = new Set(['signOut', 'endSession', 'changePassword']);

/** Any session may ask; what for decides whether it may. */
const ofPurpose: ReadonlySet<CallName> = new Set(['createUpload']);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const added = await admin.post('/appuser', { firstName: 'Plain', lastName: 'User', email: 'plain@example.com' });
  const link = String(added.body['activationLink']);
  plain = server.visitor();
  const token = new URLSearchParams(link.split('?')[1]).get('token');
  const activated = await plain.post('/activation', { token, password: 'another good password' });
  if (activated.status !== 200)
    throw new Error(`activation answered ${activated.status}: ${JSON.stringify(activated.body)}`);
});

describe('the permission matrix', () => {
  it.each(asked.filter(([name]) => !last.has(name)))('%s is for whom the catalogue says', async (name, call) => {
    const body = call.body ? fitting(call.body) : undefined;
    const anonymous = await send(server.visitor(), call, address(call), body);
    const user = await send(plain, call, address(call), body);
    const sysadmin = await send(admin, call, address(call), body);
    if (call.permission === 'public') {
      expect(anonymous.json.errorCode).not.toBe('not_signed_in');
    } else {
      expect(anonymous.json, 'nobody').toMatchObject({ resultCode: 'FAILURE', errorCode: 'not_signed_in' });
      expect(anonymous.status).toBe(401);
      if (ofPurpose.has(name)) expect(user.json.errorCode).toBe('forbidden');
      else if (call.permission === 'session') expect(['not_signed_in', 'forbidden']).not.toContain(user.json.errorCode);
      else
        expect(user.json, 'a user without permissions').toMatchObject({
          resultCode: 'FAILURE',
          errorCode: 'forbidden',
        });
    }
    expect(['not_signed_in', 'forbidden'], 'a system administrator').not.toContain(sysadmin.json.errorCode);
  });

  it('refuses to register a route that the catalogue does not know', async () => {
    const app = await createApp({
      services: server.services,
      calls: [],
      handlers: {},
      sockets: {},
      log: createLog('silent'),
    });
    expect(() => app.get('/api/backdoor', () => 'open')).toThrow(
      'GET /api/backdoor has no entry in the call catalogue',
    );
    await app.close();
  });

  it('refuses to start with a call that nobody answers', async () => {
    await expect(
      createApp({ services: server.services, calls, handlers: {}, sockets: {}, log: createLog('silent') }),
    ).rejects.toThrow('has no handler');
  });
});

describe('bad input', { timeout: 120_000 }, () => {
  const order = [...asked.filter(([name]) => !last.has(name)), ...asked.filter(([name]) => last.has(name))];

  it.each(order.filter(([, call]) => call.body))('to %s is refused by name, never by a fault', async (name, call) => {
    const random = seeded(seed ^ name.length ^ (name.charCodeAt(0) * 31));
    for (let round = 0; round < bodies; round++) {
      const body = spoilt(call.body ?? {}, random);
      expectHandled(
        await send(admin, call, address(call), body),
        `${name} with ${JSON.stringify(body)?.slice(0, 300)}`,
      );
    }
  });

  it.each(asked.filter(([, call]) => call.params ?? call.query))(
    'in the address of %s is refused by name, never by a fault',
    async (name, call) => {
      const texts = [
        '0',
        '-1',
        '1.5',
        '99999999999',
        'a',
        '%',
        '..',
        'null',
        '1e3',
        "1'--",
        '\u0000',
        '2147483648',
        'é',
        '9'.repeat(150),
      ];
      for (const text of texts) {
        const values = Object.fromEntries(Object.keys(call.params?.properties ?? {}).map((field) => [field, text]));
        const query = new URLSearchParams(Object.keys(call.query?.properties ?? {}).map((field) => [field, text]));
        if (call.method !== 'GET' && last.has(name)) continue;
        expectHandled(
          await send(
            admin,
            call,
            `${address(call, values)}?${query.toString()}`,
            call.body ? fitting(call.body) : undefined,
          ),
          `${name} at ${text}`,
        );
      }
    },
  );

  it.each(['', '{', '[1', '"', 'null x', '{"a":1', '\ufeff{}', '{"__proto__":{"sysadmin":true}}'])(
    'that is not JSON (%j) is refused',
    async (text) => {
      const reply = await fetch(`${server.url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: text,
      });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ resultCode: 'FAILURE', errorCode: 'invalid_input' });
    },
  );
});

function expectHandled(reply: Reply, what: string): void {
  expect(reply.status, `${what} answered ${reply.text}`).toBeLessThan(500);
  if (reply.status < 400) return;
  expect(reply.json.resultCode, what).toBe('FAILURE');
  expect(Object.keys(errors), what).toContain(reply.json.errorCode);
  expect(reply.json.errorMessage, what).toBeTruthy();
  if (reply.json.errorCode === 'invalid_input')
    expect(Object.keys(reply.json.fields ?? {}), `${what} answered ${reply.text}`).not.toHaveLength(0);
}
