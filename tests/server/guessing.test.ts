import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { audit } from '#server/database/schema/audit.ts';
import { throttle } from '#server/database/schema/users.ts';
import { inPasswordTurn } from '#server/accounts/passwords.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
beforeEach(() => server.services.database.delete(throttle));

const { email, password } = administrator;
/** The proxy on this computer names the address. */
const from = (ip: string) => server.visitor({ 'x-forwarded-for': ip });
const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

it('checks at most five of twenty wrong passwords that one address sends at once (S16)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      from('203.0.113.1').post('/session', { email, password: `guess ${at} of it` }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(count(statuses, 401)).toBe(5);
  expect(count(statuses, 429)).toBe(15);
});

it('slows guesses from many addresses all together, and lets the known browser through (S16)', async () => {
  for (let at = 1; at <= 20; at++) {
    const { status } = await from(`198.51.100.${at}`).post('/session', { email, password: `guess ${at} of it` });
    expect(status, `guess ${at}`).toBe(401);
  }
  const right = await from('198.51.100.99').post('/session', { email, password });
  expect(right).toMatchObject({ status: 429, body: { errorCode: 'rate_limited' } });
  expect((await admin.post('/session', { email, password })).status, 'signed in here before').toBe(200);
});

it('leaves an audit row of a failed sign-in, with the address and without what was typed (S11)', async () => {
  const rows = async (ip: string) => server.services.database.select().from(audit).where(eq(audit.ip, ip));
  const typed = 'not the password of Ada';
  expect((await from('192.0.2.7').post('/session', { email, password: typed })).status).toBe(401);
  await expect
    .poll(() => rows('192.0.2.7'))
    .toMatchObject([
      { action: 'SIGN_IN_FAILED', actorUserId: null, entityType: 'USER', summary: `Failed sign-in for ${email}` },
    ]);
  expect((await from('192.0.2.8').post('/session', { email: 'Tr0ub4dor&3@x.nl', password: typed })).status).toBe(401);
  await expect.poll(() => rows('192.0.2.8')).toMatchObject([{ summary: 'Failed sign-in for an unknown account' }]);
  const written = JSON.stringify([await rows('192.0.2.7'), await rows('192.0.2.8')]);
  expect(written).not.toContain(typed);
  expect(written).not.toContain('Tr0ub4dor');
});

it('keeps the audit trail whole when failed sign-ins come at once (S11)', async () => {
  const guesses = Array.from({ length: 12 }, (_, at) =>
    from(`192.0.2.${100 + at}`).post('/session', { email: `nobody${at}@example.com`, password: 'guess' }),
  );
  await Promise.all([
    ...guesses,
    admin.put('/profile', { firstName: 'Ada' }),
    admin.put('/profile', { lastName: 'Byron' }),
  ]);
  const failed = async () =>
    (await server.services.database.select().from(audit)).filter(({ ip }) => /^192\.0\.2\.1\d\d$/.test(ip));
  await expect.poll(failed).toHaveLength(12);
  expect((await admin.get('/activity/verify')).body).toMatchObject({ intact: true });
});

it('answers whoever must wait without a turn at the passwords (S16)', async () => {
  for (let at = 0; at < 5; at++) await from('203.0.113.9').post('/session', { email, password: 'guess' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const turns = Array.from({ length: 8 }, () => inPasswordTurn(() => held));
  try {
    const waiting = from('203.0.113.9').post('/session', { email, password });
    const late = new Promise((resolve) => setTimeout(resolve, 5000, 'queued'));
    expect(await Promise.race([waiting, late])).toMatchObject({ status: 429 });
  } finally {
    release();
    await Promise.all(turns);
  }
});
