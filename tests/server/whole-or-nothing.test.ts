// Work that the server does outside of a request: when a later write of it fails nothing of the earlier ones stays, and what
// others write meanwhile is neither lost nor mistaken.
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInventory } from '#agent/inventory/inventory.ts';
import { expireCommands } from '#server/agents/expire-commands.ts';
import { markConnected, markSeen } from '#server/agents/presence.ts';
import { storeInventory } from '#server/agents/store-inventory.ts';
import { createReportStore } from '#server/agents/store-report.ts';
import { appendAudit } from '#server/audit/chain.ts';
import { sealOldChain } from '#server/audit/seal-old-chain.ts';
import { verifyTrail } from '#server/audit/verify-chain.ts';
import { agent, agentCommand } from '#server/database/schema/agents.ts';
import { audit } from '#server/database/schema/audit.ts';
import { draft } from '#server/database/schema/drafts.ts';
import { node } from '#server/database/schema/nodes.ts';
import { cloudMonitor, monitorResult } from '#server/database/schema/monitors.ts';
import { openSnapshot, sealOldDrafts } from '#server/drafts/sealed-snapshot.ts';
import { continueMaintenance } from '#server/maintenance/recurring.ts';
import { storeRecords } from '#server/monitors/results/store-records.ts';
import { Leases } from '#server/monitors/schedule/leases.ts';
import { sealOldValues } from '#server/monitors/seal-old-values.ts';
import { enrollBody } from './agent-rig.ts';
import { monitorWorld } from './monitor-world.ts';
import { refusingWrites } from './refused-writes.ts';
import { statementWaits } from './statement-waits.ts';
import { storeCommand } from './stored-run.ts';

const world = monitorWorld();
const database = () => world.cairn.services.database;
const secrets = () => world.cairn.services.secrets;
const execute = (query: string) => database().execute(sql.raw(query));
const refusing = (write: Parameters<typeof refusingWrites>[1], work: () => Promise<unknown>) =>
  refusingWrites(database(), write, () => expect(work()).rejects.toThrow('Failed query'));

describe('what a device reports', () => {
  let nodeId: number;
  const presence = { nodeId: 0, connectionId: randomUUID() };
  const about = { version: '9.9.9', capabilities: [], publicIp: '203.0.113.9' };
  beforeAll(async () => {
    const { body } = await world.admin.post('/device/enrollment', world.place);
    const enrolled = await world.cairn.visitor().post('/agent/enroll', enrollBody(String(body['token'])));
    nodeId = presence.nodeId = Number(enrolled.body['nodeId']);
  });
  const stored = async () => ({
    node: await database().select().from(node).where(eq(node.id, nodeId)),
    agent: await database().select().from(agent).where(eq(agent.nodeId, nodeId)),
  });

  it('changes nothing when a connection cannot be stored beside the device', async () => {
    const before = await stored();
    await refusing({ table: 'agent', event: 'update' }, () =>
      markConnected(database(), [{ ...presence, ...about }], new Date()),
    );
    expect(await stored()).toEqual(before);
  });

  it('changes nothing when the device cannot be marked as seen beside its connection', async () => {
    await markConnected(database(), [{ ...presence, ...about }], new Date());
    const before = await stored();
    await refusing({ table: 'node', event: 'update' }, () =>
      markSeen(database(), [presence], new Date(Date.now() + 60_000)),
    );
    expect(await stored()).toEqual(before);
  });

  it('counts no report of a running command whose items cannot be stored', async () => {
    const params = { targets: ['a.example'], count: 1, timeoutMs: 200 };
    const commandId = await storeCommand(world.cairn.services, { nodeId, method: 'network.ping', params });
    const command = () => database().select().from(agentCommand).where(eq(agentCommand.id, commandId));
    const times = { minimumMs: null, averageMs: null, maximumMs: null };
    const item = { target: 'a.example', address: '', method: 'icmp', sent: 1, received: 0, error: '', ...times };
    const store = createReportStore(world.cairn.services);
    const report = () => store(nodeId, { commandId, number: 1, items: [item] });
    const before = await command();
    await refusing({ table: 'run_item', event: 'insert' }, report);
    expect(await command()).toEqual(before);
    await report();
    expect(await command(), 'sent again').toMatchObject([{ reported: 1, itemCount: 1 }]);
  });

  it('ends no command in time of which the run cannot be ended', async () => {
    const commandId = await storeCommand(world.cairn.services, { nodeId, method: 'inventory.read', params: {} });
    const command = () => database().select().from(agentCommand).where(eq(agentCommand.id, commandId));
    const later = new Date(Date.now() + 24 * 3_600_000);
    const expire = () => expireCommands(database(), world.cairn.services.live, later);
    await refusing({ table: 'run', event: 'update', rows: `new.id = '${commandId}'` }, expire);
    expect(await command()).toMatchObject([{ state: 'pending' }]);
    await expire();
    expect(await command()).toMatchObject([{ state: 'interrupted' }]);
  });

  it('changes nothing when its inventory cannot be stored beside the device', async () => {
    const before = await stored();
    const inventory = { ...(await readInventory()), hostName: 'renamed' };
    await refusing({ table: 'device_inventory', event: 'insert' }, () =>
      storeInventory(database(), nodeId, inventory, new Date()),
    );
    expect(await stored()).toEqual(before);
  });
});

describe('the audit trail', () => {
  const rows = () => database().$count(audit);

  it('gets no row about an earlier version’s trail when its head cannot be moved', async () => {
    const { rows: kept } = await execute('select hash from audit_head');
    await execute(`update audit_head set hash = 'of an earlier version'`);
    const before = await rows();
    try {
      await refusing({ table: 'audit_head', event: 'update' }, () => sealOldChain(database(), secrets(), new Date()));
      expect(await rows()).toBe(before);
    } finally {
      await execute(`update audit_head set hash = '${String(kept[0]?.['hash'])}'`);
    }
  });

  it('gets no row about an export when its head cannot be moved', async () => {
    const before = await rows();
    await refusingWrites(database(), { table: 'audit_head', event: 'update' }, async () => {
      const { status } = await world.admin.post('/cloudmonitor/export', { format: 'json' });
      expect(status).toBeGreaterThanOrEqual(500);
    });
    expect(await rows()).toBe(before);
  });

  it('is verified as of one instant, whatever is written meanwhile', async () => {
    let verifying: ReturnType<typeof verifyTrail> | undefined;
    await database().transaction(async (tx) => {
      // The rows can be read, the head cannot until another row stands.
      await tx.execute(sql`lock table audit_head in access exclusive mode`);
      verifying = verifyTrail(database(), secrets());
      await statementWaits(world.cairn);
      const origin = { userId: null, name: '', ip: '', at: new Date() };
      await appendAudit(tx, secrets(), origin, [{ action: 'TESTED', entityType: 'TEST', summary: 'Meanwhile' }]);
    });
    expect(await verifying).toMatchObject({ intact: true });
  });
});

describe('what an earlier version stored in plain text', () => {
  /** Runs `work` until it updates one row, lets `meanwhile` begin then, and lets both end. */
  async function heldAt(table: string, row: string, work: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
    await execute(`create or replace function wait_here() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(77); return new; end $$`);
    await execute(
      `create trigger wait_here before update on ${table} for each row when (${row}) execute function wait_here()`,
    );
    const both: Promise<unknown>[] = [];
    await database().transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(77)`);
      both.push(work());
      await statementWaits(world.cairn);
      both.push(meanwhile());
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await Promise.all(both);
    await execute(`drop trigger wait_here on ${table}`);
  }
  const plainDraft = (userId: number, id: string, words: string) =>
    execute(`insert into draft (id, user_id, flow, title, state, screen_versions, snapshot, revision, expires_at)
      values ('${id}', ${userId}, 'organization', 'x', 'details', '{}', '{"is": "${words}"}', gen_random_uuid(), now() + interval '1 day')`);
  const drafts = async (id: string) => {
    const rows = await database().select().from(draft).where(eq(draft.id, id)).orderBy(draft.userId);
    return rows.map(({ snapshot }) => snapshot);
  };

  it('is sealed for each owner of a draft by itself, though two drafts have one id', async () => {
    const { rows } = await execute(`insert into app_user (email, first_name, last_name, content)
      values ('second@example.com', 'Second', 'User', '{}') returning id`);
    const id = randomUUID();
    await plainDraft(1, id, 'the first one’s');
    await plainDraft(Number(rows[0]?.['id']), id, 'the second one’s');
    await sealOldDrafts(database(), secrets());
    const sealed = (await drafts(id)).map((snapshot) => openSnapshot(snapshot ?? { sealed: '' }, secrets()));
    expect(sealed).toEqual([{ is: 'the first one’s' }, { is: 'the second one’s' }]);
  });

  it('takes no draft back to what it was, when somebody saves it meanwhile', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const id of [first, second]) await plainDraft(1, id, 'old');
    const save = () => execute(`update draft set snapshot = '{"is": "new"}' where id = '${second}'`);
    await heldAt('draft', `new.id = '${first}'`, () => sealOldDrafts(database(), secrets()), save);
    expect(await drafts(second)).toEqual([{ is: 'new' }]);
    await sealOldDrafts(database(), secrets());
  });

  it('takes no monitor back to what it was, when somebody saves it meanwhile', async () => {
    const ids = [await world.add({ enabled: false }), await world.add({ enabled: false })];
    await execute(
      `update cloud_monitor set config = config || '{"requestBodyRaw": "old"}' where node_id in (${ids.join()})`,
    );
    const save = () =>
      execute(`update cloud_monitor set config = config || '{"requestBodyRaw": "new"}' where node_id = ${ids[1]}`);
    await heldAt('cloud_monitor', `new.node_id = ${ids[0]}`, () => sealOldValues(database(), secrets()), save);
    const [saved] = await database()
      .select()
      .from(cloudMonitor)
      .where(eq(cloudMonitor.nodeId, Number(ids[1])));
    expect(saved?.config['requestBodyRaw']).toBe('new');
  });
});

describe('a check that raises an alert', () => {
  it('is not stored when its alert cannot be', async () => {
    const monitorId = await world.add({ enabled: true });
    const worker = randomUUID();
    await execute(`update monitor_shard set owner = '${worker}', until = now() + interval '1 hour'
      where shard = (select shard from cloud_monitor where node_id = ${monitorId})`);
    const at = Date.now() + 60_000;
    const outcome = {
      ok: false,
      responseTime: null,
      error: null,
      message: 'Down',
      statusCode: null,
      detail: {} as never,
    };
    const standing = { failures: 1, lastFailureAt: at, raisedAt: at };
    const silence = { unanswered: 0, unansweredRaisedAt: undefined, unansweredReason: undefined };
    const raised = { kind: 'CONDITION', change: 'raised', message: 'Down' } as const;
    const moves = [{ id: 1, ...standing, ...silence, changes: [raised] }];
    const record = { monitorId, at, since: at, turned: true, outcome, moves, maintenance: false, settles: false };
    const none = async () => undefined;
    const alerts = { raise: () => Promise.reject(new Error('no alert today')), reset: none, hold: none, settle: none };
    await expect(storeRecords(database(), worker, [record], alerts)).rejects.toThrow('no alert today');
    const stored = () => database().$count(monitorResult, eq(monitorResult.at, new Date(at)));
    expect(await stored()).toBe(0);
    expect(await storeRecords(database(), worker, [record], { ...alerts, raise: none })).toBe(1);
    expect(await stored(), 'with its alert').toBe(1);
  });
});

describe('a job', () => {
  it('stores no next maintenance window that nobody is told of', async () => {
    const monitorId = await world.add({ enabled: false });
    const repeat = { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: 2, runAtMinute: 30 };
    const set = await world.admin.post('/maintenance', {
      schedule: { startTime: null, endTime: null, minutes: 60, repeat },
      options: { notifications: true, alerts: true },
      monitorIds: [monitorId],
    });
    expect(set.status).toBe(204);
    await execute(`update maintenance_window set starts_at = starts_at - interval '14 days', ends_at = ends_at - interval '14 days'
      where node_id = ${monitorId}`);
    const windows = async () => (await execute(`select * from maintenance_window where node_id = ${monitorId}`)).rows;
    const before = await windows();
    const deaf = { announce: () => Promise.reject(new Error('nobody listens')) };
    await expect(continueMaintenance({ database: database(), live: deaf })).rejects.toThrow('nobody listens');
    expect(await windows()).toEqual(before);
    await continueMaintenance(world.cairn.services);
    expect((await windows()).length, 'the next one').toBe(before.length + 1);
  });

  it('keeps its share of the monitors when it cannot sign off', async () => {
    const worker = randomUUID();
    const none = async () => undefined;
    const leases = new Leases({ database: database(), worker, onGained: none, onLost: () => undefined, drain: none });
    await execute(`insert into monitor_worker (id, until) values ('${worker}', now() + interval '1 hour')`);
    await execute(`update monitor_shard set owner = '${worker}', until = now() + interval '1 hour' where shard = 0`);
    await refusing({ table: 'monitor_worker', event: 'delete', rows: `old.id = '${worker}'` }, () => leases.release());
    const owned = async () =>
      (await execute(`select shard from monitor_shard where owner = '${worker}'`)).rows.map(({ shard }) => shard);
    expect(await owned()).toEqual([0]);
    await leases.release();
    expect(await owned()).toEqual([]);
  });
});
