import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '#api/contract/call.ts';
import { audit } from '#server/database/schema/audit.ts';
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts';
import { createApp } from '#server/http/app.ts';
import { Refused } from '#server/refused.ts';
import type { OwnTransactions } from '#server/context.ts';
import { createLog } from '#server/log.ts';
import { requireNoTransaction } from '#server/database/transaction-scope.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});

describe('a call that connects to the outside', () => {
  /** Takes connections and says nothing. */
  let silent: Server;
  const taken: Socket[] = [];
  beforeAll(async () => {
    silent = createServer((socket) => void taken.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
  });

  it('holds no database connection while 40 tests wait for a silent target (S7b)', async () => {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`;
    const hook = (await admin.post('/webhook', { name: 'Silent', url, events: ['alert.raised'] })).body['webhook'];
    const channel = await admin.post('/notificationchannel', { name: 'Silent', channelType: 'WEBHOOK', url });
    const waiting = Array.from({ length: 40 }, (_, index) =>
      admin.post(
        index % 2
          ? `/webhook/${String(hook?.['id'])}/test`
          : `/notificationchannel/${String(channel.body['channel']?.['id'])}/test`,
      ),
    );
    await expect.poll(() => taken.length, { timeout: 30_000 }).toBe(40);
    const { pool } = server.services;
    expect(pool.waitingCount, 'requests that wait for a connection').toBe(0);
    expect(pool.totalCount - pool.idleCount, 'connections in use').toBeLessThan(5);
    const saved = await admin.put('/division', { name: 'Still writable' });
    expect(saved.status).toBe(200);
    for (const socket of taken) socket.destroy();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('fails loudly when somebody puts it into a transaction (S7b)', async () => {
    const inside = server.services.database.transaction(async () => requireNoTransaction('A connection'));
    await expect(inside).rejects.toThrow('A connection must not run inside a transaction');
    requireNoTransaction('A connection');
    const hashes = { hashing: () => hashPassword('x'), checking: () => passwordMatches('x', undefined) };
    for (const [what, hash] of Object.entries(hashes)) {
      const held = server.services.database.transaction(async () => hash());
      await expect(held, what).rejects.toThrow('must not run inside a transaction');
      await expect(hash(), what).resolves.toBeDefined();
    }
  });
});

describe('a call with transactions of its own', () => {
  const entry = call({
    method: 'POST',
    path: '/own',
    summary: 'Adds an audit row',
    body: Type.Object({ summary: Type.String(), fail: Type.Optional(Type.Boolean()) }),
    reply: Type.Object({ id: Type.Integer() }),
    errors: [],
    permission: 'public',
    idempotent: true,
    ownTransactions: true,
  });
  let runs = 0;
  let handler: (context: OwnTransactions, input: { body: { summary: string; fail?: boolean } }) => Promise<unknown>;

  async function post(body: unknown, key: string, url: string) {
    const reply = await fetch(`${url}/api/own`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as { id?: number; errorCode?: string } };
  }
  const summaries = async () => (await server.services.database.select().from(audit)).map(({ summary }) => summary);

  let url: string;
  beforeAll(async () => {
    handler = async (context, { body }) => {
      const id = ++runs;
      return context.transaction(async (tx) => {
        await tx.audit({ action: 'TESTED', entityType: 'TEST', summary: body.summary });
        if (body.fail) throw new Refused('conflict', { keep: true });
        return { id };
      });
    };
    const app = await createApp({
      services: server.services,
      calls: [['reportError', entry]],
      handlers: { reportError: ((context: OwnTransactions, input: never) => handler(context, input)) as never },
      sockets: {},
      log: createLog('silent'),
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    return () => app.close();
  });

  it('answers a repeated key with the first reply and does nothing twice', async () => {
    const first = await post({ summary: 'once' }, 'key-1', url);
    const again = await post({ summary: 'once' }, 'key-1', url);
    expect(again).toEqual(first);
    expect(await post({ summary: 'another' }, 'key-1', url)).toMatchObject({
      status: 409,
      body: { errorCode: 'idempotency_key_reused' },
    });
    expect((await summaries()).filter((summary) => summary === 'once')).toHaveLength(1);
  });

  it('gives requests with the same key at the same time one reply', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => post({ summary: 'together' }, 'key-2', url)));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await summaries()).filter((summary) => summary === 'together')).toHaveLength(1);
  });

  it('keeps the audit row of a refusal that commits, and forgets its key', async () => {
    expect((await post({ summary: 'kept', fail: true }, 'key-3', url)).status).toBe(412);
    expect((await post({ summary: 'kept', fail: true }, 'key-3', url)).body.errorCode).toBe('conflict');
    expect((await summaries()).filter((summary) => summary === 'kept')).toHaveLength(2);
  });
});
