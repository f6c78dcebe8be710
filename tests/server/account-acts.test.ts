import { eq, sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeAll, expect, it } from 'vitest';
import { mailOutbox } from '#server/database/schema/deliveries.ts';
import { appUser, session } from '#server/database/schema/users.ts';
import { digests } from '../contract/digests.ts';
import { administrator, setupToken, startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Answer, Visitor } from './visitor.ts';
import { withoutAudit } from './without-audit.ts';

const password = 'zeven paarse otters';
const wanted = 'acht gele zeehonden';
let server: TestServer;
let admin: Visitor;
let people = 0;
beforeAll(async () => {
  // Nobody listens there: the messages stay in the outbox.
  server = await startTestServer({
    logLevel: 'silent',
    settings: { mail: { url: 'smtp://127.0.0.1:1', from: 'cairn@example.com' } },
  });
  admin = await server.signInAsAdmin();
});

interface Person {
  id: number;
  email: string;
  who: Visitor;
}

async function person(): Promise<Person> {
  const name = `Person${++people}`;
  const who = await signedInTechnician(server, admin, name, []);
  return { id: Number((await who.get('/session')).body.id), email: `${name.toLowerCase()}@example.com`, who };
}

const code = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });

async function begunTotp(who: Visitor): Promise<string> {
  return String((await who.post('/profile/totp', { password })).body.secret);
}

async function withTotp(one: Person): Promise<string> {
  const secret = await begunTotp(one.who);
  expect((await one.who.put('/profile/totp', { code: code(secret) })).status).toBe(200);
  // The code of this half-minute counts again.
  await server.services.database.update(appUser).set({ totpLastStep: null }).where(eq(appUser.id, one.id));
  return secret;
}

async function invitedToken(): Promise<string> {
  const name = `Person${++people}`;
  const email = `${name.toLowerCase()}@example.com`;
  const { body } = await admin.post('/appuser', { firstName: name, lastName: 'Hopper', email });
  return String(body.activationLink).split('token=')[1] ?? '';
}

async function resetToken({ email }: Person): Promise<string> {
  const { database, secrets } = server.services;
  await server.visitor().post('/password-reset', { email });
  let token: string | undefined;
  await expect
    .poll(async () => {
      const sent = await database.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));
      const texts = sent.map(({ body }) => secrets.open(body)).join('\n');
      return (token = /#\/forgotten-password\?token=([\w-]{43})/.exec(texts)?.[1]);
    })
    .toBeDefined();
  return token ?? '';
}

async function stored() {
  const { idempotency: _, ...tables } = await digests(server);
  const sessions = await server.services.database
    .select({ id: session.id, mfa: session.mfaAt })
    .from(session)
    .orderBy(session.id);
  return { ...tables, sessions: JSON.stringify(sessions) };
}

async function auditRows(): Promise<number> {
  const { rows } = await server.services.database.execute<{ count: number }>(sql`select count(*)::int from audit`);
  return Number(rows[0]?.count);
}

/** By act: prepares it, and answers what does it. */
const acts: Record<string, () => Promise<() => Promise<Answer>>> = {
  'signing in': async () => {
    const { email } = await person();
    return () => server.visitor().post('/session', { email, password });
  },
  'signing in with a second factor': async () => {
    const one = await person();
    const secret = await withTotp(one);
    const who = server.visitor();
    await who.post('/session', { email: one.email, password });
    return () => who.post('/session/mfa', { code: code(secret) });
  },
  'signing out': async () => {
    const { who } = await person();
    return () => who.delete('/session', {});
  },
  'signing out everywhere': async () => {
    const { who } = await person();
    return () => who.delete('/session', { fromAllSessions: true });
  },
  'ending a session': async () => {
    const { who, email } = await person();
    await server.visitor().post('/session', { email, password });
    const other = Number(Object.values((await who.get('/session/list')).body).find((one) => !one.current)?.id);
    return () => who.delete(`/session/${other}`);
  },
  'choosing the first password': async () => {
    const token = await invitedToken();
    return () => server.visitor().post('/activation', { token, password });
  },
  'choosing a password by a reset link': async () => {
    const token = await resetToken(await person());
    return () => server.visitor().put('/password-reset', { token, password: wanted });
  },
  'changing the password': async () => {
    const { who } = await person();
    return () => who.put('/profile/password', { currentPassword: password, newPassword: wanted });
  },
  'showing the password again': async () => {
    const { who } = await person();
    return () => who.post('/session/password', { password });
  },
  'making an API key': async () => {
    const { who } = await person();
    return () => who.post('/apikeypair', { name: 'script', scope: 'read', expiresInDays: 30 });
  },
  'ending an API key': async () => {
    const { who } = await person();
    const made = await who.post('/apikeypair', { name: 'script', scope: 'read', expiresInDays: 30 });
    return () => who.delete(`/apikeypair/${String(made.body.apikeypair?.id)}`);
  },
  'changing the profile': async () => {
    const { who } = await person();
    return () => who.put('/profile', { firstName: 'Renamed' });
  },
  'beginning a second factor': async () => {
    const { who } = await person();
    return () => who.post('/profile/totp', { password });
  },
  'confirming a second factor': async () => {
    const { who } = await person();
    const secret = await begunTotp(who);
    return () => who.put('/profile/totp', { code: code(secret) });
  },
  'removing the second factor': async () => {
    const one = await person();
    const secret = await withTotp(one);
    await one.who.post('/session/password', { password });
    await one.who.post('/session/mfa', { code: code(secret) });
    return () => one.who.delete('/profile/totp');
  },
};

/** The acts that write two rows: signing in by a link is a row beside the choice of the password. */
const twoRows = new Set(['choosing the first password']);

it.each(Object.entries(acts))('%s happens with its audit row or not at all (S11)', async (name, prepare) => {
  const act = await prepare();
  const before = await stored();
  await withoutAudit(server, async () => {
    expect((await act()).status).toBeGreaterThanOrEqual(500);
  });
  expect(await stored()).toEqual(before);
  const rows = await auditRows();
  expect(await act()).toMatchObject({ status: 200 });
  expect((await auditRows()) - rows).toBe(twoRows.has(name) ? 2 : 1);
  expect(await stored()).not.toEqual(before);
});

it('sets up with its audit row or not at all (S11)', async () => {
  const fresh = await startTestServer({ logLevel: 'silent' });
  const setUp = () =>
    fresh.visitor().post('/setup', { token: setupToken, ...administrator, divisionName: 'Cairn Works' });
  await withoutAudit(fresh, async () => {
    expect((await setUp()).status).toBeGreaterThanOrEqual(500);
  });
  expect((await fresh.visitor().get('/setup')).body).toEqual({ open: true });
  expect((await setUp()).status).toBe(200);
  expect((await fresh.visitor().get('/setup')).status).toBe(404);
});

it('mails no reset link without the audit row of it (S11)', async () => {
  const { email } = await person();
  const { database } = server.services;
  const mails = () => database.$count(mailOutbox, eq(mailOutbox.recipient, email));
  const queued = async () => {
    const { rows } = await database.execute(sql`select last_value from pg_sequences
      where schemaname = 'public' and sequencename = replace(pg_get_serial_sequence('mail_outbox', 'id'), 'public.', '')`);
    return Number(rows[0]?.['last_value'] ?? 0);
  };
  // The invitation was mailed.
  expect(await mails()).toBe(1);
  await withoutAudit(server, async () => {
    const before = await queued();
    await server.visitor().post('/password-reset', { email });
    // The work begins after the reply; a number is taken for the message although it is rolled back.
    await expect.poll(queued).toBeGreaterThan(before);
    await expect.poll(busyConnections).toBe(0);
  });
  expect(await mails()).toBe(1);
});

async function busyConnections(): Promise<number> {
  const { rows } = await server.services.database.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`);
  return Number(rows[0]?.count);
}
