// `npm run admin`, as somebody on the server's shell runs it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newContent } from '#server/accounts/save-user.ts';
import { audit } from '#server/database/schema/audit.ts';
import { appUser } from '#server/database/schema/users.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#server/start.ts';
import { administrator, setupToken, startTestServer } from '#tests/server/harness.ts';
import { visitor, type Json, type Visitor } from '#tests/server/visitor.ts';
import { administer } from './admin.ts';

const { email, password } = administrator;
const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-admin-'));
chmodSync(dataDirectory, 0o711);
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

type Environment = Record<string, string | undefined>;

async function admin(environment: Environment, ...words: string[]): Promise<{ code: number | null; said: string }> {
  const { root } = readSettings({});
  const command = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'server/commands/main.ts'), 'admin', ...words],
    { cwd: root, env: { PATH: process.env.PATH, ...environment } },
  );
  let said = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return new Promise((resolve) => command.once('close', (code) => resolve({ code, said })));
}

/** Signs in, sets up an authenticator app, and makes an API key. */
async function enrolled(who: Visitor): Promise<{ key: string }> {
  const begun = await who.post('/profile/totp', { password });
  const code = generateSync({ secret: String(begun.body.secret), epoch: Math.floor(Date.now() / 1000) });
  expect((await who.put('/profile/totp', { code })).status).toBe(200);
  const made = await who.post('/apikeypair', { name: 'script', scope: 'read', expiresInDays: 30 });
  expect(made.status).toBe(200);
  return { key: `${String(made.body.apikeypair?.keyId)}.${String(made.body.secret)}` };
}

async function auditRows(who: Visitor): Promise<Json[]> {
  const { items } = (await who.get('/activity')).body as unknown as { items: Json[] };
  return items.filter(({ actorName }) => String(actorName) === 'Server shell');
}

const tokenIn = (said: string) => /#\/forgotten-password\?token=([\w-]{43})/.exec(said)?.[1] ?? '';

describe('beside a running server on DATABASE_URL', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let ada: Visitor;
  let environment: Environment;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await server.signInAsAdmin();
    const { settings } = server.services;
    environment = {
      CAIRN_DATA: settings.dataDirectory,
      DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: settings.secretKey,
      CAIRN_PUBLIC_URL: 'https://cairn.example.com',
    };
  });

  it('lets a sole administrator in who lost both password and second factor (S10)', async () => {
    const { key } = await enrolled(ada);
    const byKey = server.visitor({ authorization: `Bearer ${key}` });
    expect((await byKey.get('/client')).status).toBe(200);

    const listed = await admin(environment, 'list-users');
    expect(listed.code).toBe(0);
    expect(listed.said).toMatch(/^Email +Name +Role +Enabled +Second factor +Last sign-in\n/);
    expect(listed.said).toMatch(/ada@example\.com +Ada Byron +administrator +yes +yes +\d{4}-\d\d-\d\d \d\d:\d\d UTC/);

    const second = await admin(environment, 'reset-second-factor', email.toUpperCase());
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining(`Removed the second factor of ${email}`) });
    expect((await ada.get('/session')).status, 'its sessions end at once').toBe(401);

    const reset = await admin(environment, 'reset-password', email);
    expect(reset.said).toContain('https://cairn.example.com/#/forgotten-password?token=');
    expect((await byKey.get('/client')).status, 'nothing ends before the link is used').toBe(200);
    const token = tokenIn(reset.said);
    const somebody = server.visitor();
    expect((await somebody.put('/password-reset', { token, password: 'zes groene kikkers' })).status).toBe(200);
    expect((await somebody.put('/password-reset', { token, password: 'zes gele kikkers' })).body).toMatchObject({
      errorCode: 'activation_link_incorrect',
    });
    expect((await byKey.get('/client')).status).toBe(401);
    expect((await somebody.post('/session', { email, password: 'zes groene kikkers' })).status).toBe(200);

    expect(await auditRows(somebody)).toMatchObject([
      { action: 'PASSWORD_RESET_REQUESTED', entityType: 'USER', summary: `Made a password reset link for ${email}` },
      { action: 'SECOND_FACTOR_RESET', entityType: 'USER', summary: `Removed the second factor of ${email}` },
    ]);
    expect(JSON.stringify((await somebody.get('/activity')).body)).not.toContain(token);
  }, 120_000);

  it.each([
    [['reset-password', 'nobody@example.com'], 'No user has the email nobody@example.com.'],
    [['reset-second-factor', 'nobody@example.com'], 'No user has the email nobody@example.com.'],
    [['reset-second-factor', email], `${email} has no second factor.`],
    [['reset-password'], 'Usage: npm run admin -- reset-password EMAIL'],
    [['toString'], 'Usage: npm run admin -- reset-password EMAIL'],
  ])('refuses %j in clear words, and audits nothing (S10)', async (words, expected) => {
    const settings = { ...server.services.settings, databaseUrl: server.databaseUrl };
    const before = await server.services.database.$count(audit);
    await expect(administer(settings, words)).rejects.toThrow(expected);
    expect(await server.services.database.$count(audit)).toBe(before);
  });

  it('ends with exit code 1 and no stack for an unknown email (S10)', async () => {
    const { code, said } = await admin(environment, 'reset-password', 'nobody@example.com');
    expect({ code, said }).toEqual({
      code: 1,
      said: 'No user has the email nobody@example.com. See npm run admin -- list-users.\n',
    });
  });

  it('refuses a disabled account, whose link could not be used (S10)', async () => {
    const { database, settings } = server.services;
    const bob = { firstName: 'Bob', lastName: 'Stone', email: 'bob@example.com', enabled: false };
    await database.insert(appUser).values({ ...bob, content: newContent });
    const asked = administer({ ...settings, databaseUrl: server.databaseUrl }, ['reset-password', bob.email]);
    await expect(asked).rejects.toThrow('bob@example.com is disabled');
  });
});

it('resets on the embedded database, beside the server and while it is stopped (S10)', async () => {
  const settings = { ...readSettings({ CAIRN_DATA: dataDirectory }), port: 0, setupToken, agent: false };
  const environment = { CAIRN_DATA: dataDirectory };
  let server = await startServer(settings, { log: createLog('error'), rateLimits: false });
  try {
    const ada = visitor(server.url);
    await ada.post('/setup', { token: setupToken, ...administrator, divisionName: 'Cairn Works' });
    await enrolled(ada);
    expect(await admin(environment, 'reset-second-factor', email)).toMatchObject({ code: 0 });
    expect((await ada.get('/session')).status).toBe(401);
  } finally {
    await server.close();
  }
  const { code, said } = await admin(environment, 'reset-password', email);
  expect(code).toBe(0);
  server = await startServer(settings, { log: createLog('error'), rateLimits: false });
  try {
    const ada = visitor(server.url);
    const confirmed = await ada.put('/password-reset', { token: tokenIn(said), password: 'zes groene kikkers' });
    expect(confirmed.status).toBe(200);
    expect((await ada.post('/session', { email, password: 'zes groene kikkers' })).status).toBe(200);
    expect(await auditRows(ada)).toHaveLength(2);
    expect((await ada.get('/activity/verify')).body).toMatchObject({ intact: true });
  } finally {
    await server.close();
  }
}, 120_000);
