import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '#tests/server/agent-rig.ts';
import { storeCommand } from '#tests/server/stored-run.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { run } from '../database/schema/runs.ts';
import { expireCommands } from './expire-commands.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const database = () => site.server.services.database;

/** A running run whose command changes without it, and how the next expiry ends it. */
async function endedAfter(change: (command: { id: string; nodeId: number }) => Promise<unknown>) {
  const { nodeId } = await site.enrolled();
  const params = { targets: ['10.0.0.1'], count: 1, timeoutMs: 1000 };
  const id = await storeCommand(site.server.services, { nodeId, method: 'network.ping', params });
  await change({ id, nodeId });
  await expireCommands(database(), site.server.services.live, new Date());
  const [row] = await database().select().from(run).where(eq(run.id, id));
  return { state: row?.state, message: row?.refusal?.message };
}

const setCommand = (values: Partial<typeof agentCommand.$inferInsert>) => (command: { id: string }) =>
  database().update(agentCommand).set(values).where(eq(agentCommand.id, command.id));

describe('a running run without a pending command', () => {
  it('is interrupted because the device was removed when it was', async () => {
    const ended = await endedAfter(({ nodeId }) => database().delete(node).where(eq(node.id, nodeId)));
    expect(ended).toEqual({ state: 'interrupted', message: 'The device was removed.' });
  });

  it('is interrupted because the command is gone when only the command is gone', async () => {
    const ended = await endedAfter(({ id }) => database().delete(agentCommand).where(eq(agentCommand.id, id)));
    expect(ended).toEqual({ state: 'interrupted', message: 'The server no longer has the command of this run.' });
  });

  it('ends as its command did when the command ended without it', async () => {
    const failed = await endedAfter(setCommand({ state: 'failed', error: 'fping is missing' }));
    expect(failed).toEqual({ state: 'refused', message: 'fping is missing' });
    expect(await endedAfter(setCommand({ state: 'cancelled' }))).toMatchObject({ state: 'cancelled' });
    expect(await endedAfter(setCommand({ state: 'done' }))).toEqual({
      state: 'interrupted',
      message: 'The command ended, but its result was not stored.',
    });
  });

  it('stays running while its command is pending', async () => {
    expect(await endedAfter(async () => undefined)).toMatchObject({ state: 'running' });
  });
});
