// Several server processes on one outside database, as `DATABASE_URL` allows.
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServers, startTestServer, type TestServer } from './harness.ts';
import { openPage, until } from './open-page.ts';
import type { Visitor } from './visitor.ts';

/** The same person at another server. */
function movedTo(server: TestServer, who: Visitor): Visitor {
  const moved = server.visitor();
  moved.setCookie('cairn_session', who.cookie('cairn_session') ?? '');
  return moved;
}

async function onDatabase<T>(server: TestServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(server.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

afterEach(closeServers);

describe('two servers on one database', () => {
  it('tell each other’s pages what changed, and share sessions', async () => {
    const first = await startTestServer();
    const second = await startTestServer({ databaseUrl: first.databaseUrl });
    const admin = await first.signInAsAdmin();
    const page = await openPage(second, movedTo(second, admin));
    const { body } = await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }] });
    await until(() =>
      page.messages.some(({ topic, ids }) => topic === 'organization' && ids.includes(Number(body['client']?.['id']))),
    );
    expect((await movedTo(second, admin).get('/client/list')).body).toMatchObject([{ name: 'Northwind' }]);
    page.close();
  });

  it('close the pages of a session that ended at the other one, at once', async () => {
    const first = await startTestServer();
    const second = await startTestServer({ databaseUrl: first.databaseUrl });
    const admin = await first.signInAsAdmin();
    const elsewhere = movedTo(second, admin);
    expect((await elsewhere.get('/session')).status).toBe(200);
    const page = await openPage(second, elsewhere);
    expect((await admin.delete('/session', { fromAllSessions: true })).status).toBe(200);
    expect(await page.closed).toBe(4401);
    expect((await elsewhere.get('/session')).status).toBe(401);
  });

  it('do a change once when both get it with one key at the same moment', async () => {
    const first = await startTestServer();
    const second = await startTestServer({ databaseUrl: first.databaseUrl });
    const admin = await first.signInAsAdmin();
    const body = { name: 'Northwind', locations: [{ name: 'Rotterdam' }] };
    const key = { 'idempotency-key': 'the-same-for-all' };
    const answers = await Promise.all(
      [admin, movedTo(second, admin), admin, movedTo(second, admin)].map((who) => who.post('/client', body, key)),
    );
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect((await admin.get('/client/list')).body).toHaveLength(1);
  });

  it('need one key: a server with another one does not start, and says what to do', async () => {
    const first = await startTestServer();
    const secretKey = Buffer.alloc(32, 'other').toString('base64');
    await expect(startTestServer({ databaseUrl: first.databaseUrl, settings: { secretKey } })).rejects.toThrow(
      'sealed with another key. Copy secret.key',
    );
  });

  it('give back the jobs of a worker that is dead, and not those of one that lives', async () => {
    const first = await startTestServer();
    const { databaseUrl } = first;
    await first.services.jobs.stop();
    await first.services.jobs.add('clean_up', {}, { key: 'of-the-dead' });
    await first.services.jobs.add('clean_up', {}, { key: 'of-the-living' });
    const living = new Client(databaseUrl);
    await living.connect();
    try {
      await living.query("select pg_advisory_lock(4217002, hashtext('living'))");
      await living.query(
        `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = case key when 'of-the-dead' then 'dead' else 'living' end
         where key in ('of-the-dead', 'of-the-living')`,
      );
      await startTestServer({ databaseUrl });
      const left = () =>
        onDatabase(
          first,
          async (client) =>
            (await client.query<{ key: string }>("select key from graphile_worker.jobs where key like 'of-the-%'"))
              .rows,
        );
      await until(async () => (await left()).length < 2);
      expect(await left()).toEqual([{ key: 'of-the-living' }]);
    } finally {
      await living.end();
    }
  });
});
