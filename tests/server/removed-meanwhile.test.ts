// What a call looked at a moment ago may be gone, or in use, when it reads it again: it answers so, and does not fail.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockUser, readStoredUser } from '#server/accounts/save-user.ts';
import type { CallContext } from '#server/context.ts';
import { forget, once, storedReply, type OnceRequest } from '#server/replies/stored-replies.ts';
import { storedMonitor } from '#server/monitors/read-monitors.ts';
import { lockedMonitor, monitorRow } from '#server/monitors/save-monitor.ts';
import { saveChannel } from '#server/notifications/channels.ts';
import { storedOrganization } from '#server/organizations/organizations.ts';
import { saveOrganization } from '#server/organizations/save-organization.ts';
import { incidentBody, statusPageBody, webhookBody } from '../contract/site.ts';
import { monitorWorld } from './monitor-world.ts';
import { refusingWrites } from './refused-writes.ts';
import { statementWaits } from './statement-waits.ts';
import type { Answer } from './visitor.ts';

const world = monitorWorld();
let context: CallContext;
const gone = 999_999;
beforeAll(() => {
  const { services } = world.cairn;
  context = { db: services.database, services, actor: { kind: 'anonymous' }, now: new Date() } as CallContext;
});

const reads: Record<string, () => Promise<unknown>> = {
  'a user': () => readStoredUser(context.db, gone),
  'a user that is locked': () => lockUser(context.db, gone),
  'a monitor': () => monitorRow(context, gone),
  'a monitor that is locked': () => lockedMonitor(context, gone),
  'a monitor as it is shown': () => storedMonitor(context, gone),
  'an organization': () => storedOrganization(context, gone),
  'an organization that is saved': () => saveOrganization(context, gone, { name: 'Gone', locations: [] }),
  'a channel that is saved': () => saveChannel(context, gone, { name: 'Gone', channelType: 'EMAIL' }),
};

describe('what was removed meanwhile', () => {
  it.each(Object.entries(reads))('is not found: %s', async (_what, read) => {
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not found: an incident that was too old', async () => {
    const { statusPage } = (await world.admin.post('/statuspage', statusPageBody('Shops', await world.add()))).body;
    const path = `/statuspage/${String(statusPage?.id)}/incident`;
    const { incident } = (await world.admin.post(path, incidentBody('Slow'))).body;
    await refusingWrites(
      context.db,
      { table: 'status_incident', event: 'update', instead: 'return null' },
      async () => {
        const saved = await world.admin.put(`${path}/${String(incident?.id)}`, incidentBody('Slower'));
        expect(saved).toMatchObject({ status: 404, body: { errorCode: 'not_found' } });
      },
    );
  });
});

describe('a request that waits for a row while another transaction deletes it', () => {
  async function sendWhileDeleting(
    table: string,
    id: number,
    send: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    let answer: Promise<Answer> | undefined;
    await world.cairn.services.database.transaction(async (tx) => {
      await tx.execute(sql.raw(`delete from ${table} where id = ${id}`));
      answer = send();
      await statementWaits(world.cairn);
    });
    return answer;
  }
  const notFound = { status: 404, body: { errorCode: 'not_found' } };

  it('answers 404 when it saves a status page or makes a new address for it', async () => {
    const monitorId = await world.add();
    for (const send of [
      (path: string) => world.admin.put(path, statusPageBody('Renamed', monitorId)),
      (path: string) => world.admin.post(`${path}/address`),
    ]) {
      const { statusPage } = (await world.admin.post('/statuspage', statusPageBody('Shops', monitorId))).body;
      const id = Number(statusPage?.id);
      expect(await sendWhileDeleting('status_page', id, () => send(`/statuspage/${id}`))).toMatchObject(notFound);
    }
  });

  it('answers 404 when it saves a webhook', async () => {
    const id = Number((await world.admin.post('/webhook', webhookBody('Hook'))).body.webhook?.id);
    const saved = await sendWhileDeleting('webhook', id, () => world.admin.put(`/webhook/${id}`, webhookBody('Saved')));
    expect(saved).toMatchObject(notFound);
  });

  it('names the monitors when a status page shows a monitor that was deleted after the server found it', async () => {
    const [stays, goes] = [await world.add(), await world.add()];
    const { statusPage } = (await world.admin.post('/statuspage', statusPageBody('Shops', stays))).body;
    const path = `/statuspage/${String(statusPage?.id)}`;
    const shown = (monitorId: number) => statusPageBody('Renamed', monitorId);
    const saved = await sendWhileDeleting('node', goes, () => world.admin.put(path, shown(goes)));
    expect(saved).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_input', fields: { '/monitors': 'Choose one of the options' } },
    });
    expect((await world.admin.get(path)).body).toMatchObject({ title: 'Shops', monitors: [{ monitorId: stays }] });
  });
});

describe('a test of a webhook', () => {
  it('answers 404 and writes no audit row when the webhook is removed before the server stores the delivery', async () => {
    const id = Number((await world.admin.post('/webhook', webhookBody('Removed'))).body.webhook?.id);
    const instead = `delete from webhook where id = new.webhook_id; return new`;
    await refusingWrites(context.db, { table: 'webhook_delivery', event: 'insert', instead }, async () => {
      const tested = await world.admin.post(`/webhook/${id}/test`);
      expect(tested).toMatchObject({ status: 404, body: { errorCode: 'not_found' } });
    });
    const { rows } = await context.db.execute(
      sql`select id from audit where action = 'WEBHOOK_TESTED' and entity_id = ${String(id)}`,
    );
    expect(rows).toEqual([]);
  });

  it('answers 404 when the webhook is removed before its receiver answers', async () => {
    let id = 0;
    const receiver = createServer((_request, response) => {
      void world.admin.delete(`/webhook/${id}`).then(({ status }) => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    id = Number((await world.admin.post('/webhook', { ...webhookBody('Short-lived'), url })).body.webhook?.id);
    const tested = await world.admin.post(`/webhook/${id}/test`);
    expect(tested).toMatchObject({ status: 404, body: { errorCode: 'not_found' } });
    expect((await world.admin.get(`/webhook/${id}`)).status).toBe(404);
  });
});

describe('a reply that is kept for a repeated request', () => {
  const request = (userId: number): OnceRequest => ({
    userId,
    key: 'same-key',
    call: 'addOrganization',
    hash: 'same-hash',
    maySee: () => true,
  });
  const work = (reply: string) => async () => ({ reply, organizationIds: [] });

  it('is its user’s alone, though another one sends the same with the same key', async () => {
    const { secrets } = world.cairn.services;
    expect(await once(context.db, secrets, request(101), work('the first one’s'))).toBe('the first one’s');
    expect(await storedReply(context.db, secrets, request(102))).toBeUndefined();
    expect(await once(context.db, secrets, request(102), work('the second one’s'))).toBe('the second one’s');
    expect(await storedReply(context.db, secrets, request(101))).toEqual({ reply: 'the first one’s' });
    expect(await storedReply(context.db, secrets, request(102))).toEqual({ reply: 'the second one’s' });
  });

  it('is claimed anew by nobody when another user’s claim is forgotten', async () => {
    for (const userId of [201, 202])
      await context.db.execute(sql`
        insert into idempotency (user_id, key, call, request_hash, status, reply)
        values (${userId}, 'claimed', 'addOrganization', 'x', 0, '')`);
    await forget(context.db, 201, 'claimed');
    const { rows } = await context.db.execute(sql`select user_id from idempotency where key = 'claimed'`);
    expect(rows).toEqual([{ user_id: 202 }]);
  });

  it('is a conflict when it was dropped while the request waited for it', async () => {
    const { secrets } = world.cairn.services;
    await refusingWrites(context.db, { table: 'idempotency', event: 'insert', instead: 'return null' }, async () => {
      const waiting = once(context.db, secrets, { ...request(301), key: 'dropped' }, work('never'));
      await expect(waiting).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    });
  });
});
