import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentCommand } from '#server/database/schema/agents.ts';
import { node } from '#server/database/schema/nodes.ts';
import { afterTest } from '../clean-up.ts';
import { addPerson } from '../contract/site.ts';
import { startAgent, startSite, temporaryDirectory, until } from './agent-rig.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

let made = 0;
const scriptBody = (script: string, more: object = {}) => ({
  name: `Script ${(made += 1)}`,
  language: 'sh',
  operatingSystems: ['Linux', 'Mac'],
  architecture: ['64'],
  categoriesIds: [3],
  script,
  ...more,
});

async function addScript(script: string, more: object = {}): Promise<number> {
  const { body } = await site.admin.post('/scripting/scripts', scriptBody(script, more));
  return Number(body['script']?.['id']);
}

async function device(options: Parameters<typeof startAgent>[1] = {}) {
  const agent = startAgent(site.server.url, { token: await site.freshToken(), ...options });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return { agent, id };
}

interface DeviceRun {
  runId: string;
  nodeId: number;
  state: string;
  outcome: string | null;
  exitCode: number | null;
  cut: boolean;
  message: string;
}

async function start(scriptId: number, deviceIds: number[], more: object = {}): Promise<string> {
  const answer = await site.admin.post('/scripting/run', {
    scriptId,
    deviceIds,
    parameters: '',
    variables: [],
    runAs: '',
    timeoutSeconds: 60,
    ...more,
  });
  expect(answer.body).toMatchObject({ resultCode: 'SUCCESS' });
  return String(answer.body['id']);
}

const devicesOf = async (id: string) =>
  (await site.admin.get(`/scripting/run/${id}`)).body['devices'] as unknown as DeviceRun[];

async function ended(id: string): Promise<DeviceRun[]> {
  return until(async () => {
    const devices = await devicesOf(id);
    expect(devices.every(({ state }) => state !== 'running')).toBe(true);
    return devices;
  });
}

async function outputOf(runId: string): Promise<{ stream: string; text: string }[]> {
  const { items } = (await site.admin.get(`/run/${runId}/items?limit=500`)).body as never as {
    items: { data: { stream: string; text: string } }[];
  };
  return items.map(({ data }) => data);
}
const textOf = async (runId: string, stream = 'out') =>
  (await outputOf(runId))
    .filter((part) => part.stream === stream)
    .map(({ text }) => text)
    .join('');

describe('a script', () => {
  it('runs on the device: its output arrives as it is written, and its exit code at the end (C12-10)', async () => {
    const { id } = await device();
    const gate = join(temporaryDirectory(), 'go');
    const script = await addScript(
      'echo first; echo trouble >&2; while [ ! -e "$1" ]; do sleep 0.05; done; printf "  two\\n\\tthree\\n"; exit 3',
    );
    const run = await start(script, [id], { parameters: `"${gate}"` });
    const [first] = await devicesOf(run);
    await until(async () => expect(await textOf(String(first?.runId))).toBe('first\n'));
    expect((await devicesOf(run))[0]).toMatchObject({ state: 'running', exitCode: null });
    await import('node:fs/promises').then(({ writeFile }) => writeFile(gate, ''));
    const [end] = await ended(run);
    expect(end).toMatchObject({ state: 'done', outcome: 'exited', exitCode: 3, cut: false });
    expect(await textOf(String(end?.runId))).toBe('first\n  two\n\tthree\n');
    expect(await textOf(String(end?.runId), 'err')).toBe('trouble\n');
  });

  it('gets parameters as arguments and variables as its environment, and no shell reads them', async () => {
    const { id } = await device();
    const script = await addScript('printf "%s|" "$#" "$@" "$logFolder"', {
      scriptVariables: [{ name: 'Log folder', type: 'TEXT', required: true }],
    });
    const run = await start(script, [id], {
      parameters: `one "two words" 'a"b' $HOME;id "q\\"q"`,
      variables: [{ name: 'logFolder', value: '$(id) `id`' }],
    });
    const [end] = await ended(run);
    expect(await textOf(String(end?.runId))).toBe('5|one|two words|a"b|$HOME;id|q"q|$(id) `id`|');
  });

  it('is interpreted by the agent’s own Node when it is JavaScript, in either kind of module', async () => {
    const { id } = await device();
    for (const text of [
      "const os = require('node:os'); console.log(process.argv.slice(2).join(), typeof os.hostname())",
      "import os from 'node:os'; console.log(process.argv.slice(2).join(), typeof os.hostname())",
    ]) {
      const script = await addScript(text, { language: 'javascript' });
      const [end] = await ended(await start(script, [id], { parameters: 'a b' }));
      expect(await textOf(String(end?.runId))).toBe('a,b string\n');
    }
  });

  it('ends with all that it started when it is cancelled', async () => {
    const { id } = await device();
    const beat = join(temporaryDirectory(), 'beat');
    const script = await addScript(
      `(while :; do date +%N > "$1"; sleep 0.05; done) & trap '' TERM; echo ready; wait; sleep 60`,
    );
    const run = await start(script, [id], { parameters: beat });
    const [first] = await devicesOf(run);
    await until(async () => expect(await textOf(String(first?.runId))).toBe('ready\n'));
    await until(() => expect(existsSync(beat)).toBe(true));
    expect((await site.admin.post(`/scripting/run/${run}/cancel`, {})).body).toMatchObject({ stopping: 1 });
    expect((await ended(run))[0]).toMatchObject({ state: 'cancelled' });
    await until(async () => {
      const before = readFileSync(beat, 'utf8');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(readFileSync(beat, 'utf8')).toBe(before);
    });
  });

  it('is cancelled where the person may change the device, and runs on elsewhere', async () => {
    const [here, there] = [await device(), await device()];
    const elsewhere = await site.admin.post('/client', { name: 'Elsewhere', locations: [{ name: 'Main' }] });
    const { id: clientId, locations } = elsewhere.body['client'] as never as {
      id: number;
      locations: { id: number }[];
    };
    await site.server.services.database
      .update(node)
      .set({ organizationId: clientId, locationId: Number(locations[0]?.id) })
      .where(eq(node.id, there.id));
    const person = await addPerson(site.server, site.admin, 'Here');
    const seen = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: null }));
    await person.may([...seen, { permission: 'NODE:Update', entityId: site.place.clientId }]);
    const run = await start(await addScript('echo ready; exec sleep 30'), [here.id, there.id]);
    await until(async () => {
      for (const { runId } of await devicesOf(run)) expect(await textOf(runId)).toBe('ready\n');
    });
    const cancel = async () => person.who.post(`/scripting/run/${run}/cancel`, {});
    expect((await cancel()).body).toMatchObject({ stopping: 1 });
    const stateOf = async (id: number) => (await devicesOf(run)).find(({ nodeId }) => nodeId === id)?.state;
    await until(async () => expect(await stateOf(here.id)).toBe('cancelled'));
    expect(await stateOf(there.id)).toBe('running');
    expect((await cancel()).status).toBe(403);
    expect((await site.admin.post(`/scripting/run/${run}/cancel`, {})).body).toMatchObject({ stopping: 1 });
    await ended(run);
  });

  it('ends when its time is over', async () => {
    const { id } = await device();
    const script = await addScript('echo begun; sleep 60');
    const [end] = await ended(await start(script, [id], { timeoutSeconds: 5 }));
    expect(end).toMatchObject({ state: 'done', outcome: 'timed_out', exitCode: null });
    expect(await textOf(String(end?.runId))).toBe('begun\n');
  });

  it('does not hold the run open by a program that it leaves behind', async () => {
    const { id } = await device();
    const script = await addScript('sleep 60 & echo left');
    const [end] = await ended(await start(script, [id]));
    expect(end).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('keeps one megabyte of its output, says that it cut the rest, and does not stop the script', async () => {
    const { id } = await device();
    const script = await addScript('head -c 1500000 /dev/zero | tr "\\0" x; echo >&2 over');
    const run = await start(script, [id]);
    const [end] = await import('vitest').then(({ vi }) =>
      vi.waitFor(
        async () => {
          const devices = await devicesOf(run);
          expect(devices[0]?.state).not.toBe('running');
          return devices;
        },
        { timeout: 40_000, interval: 200 },
      ),
    );
    expect(end).toMatchObject({ state: 'done', outcome: 'exited', exitCode: 0, cut: true });
    const { total } = (await site.admin.get(`/run/${end?.runId}/items?limit=1`)).body as never as { total: number };
    expect(total).toBeLessThan(1000);
    const { rows } = await site.server.services.database.execute<{ bytes: string }>(
      `select sum(length(data ->> 'text')) as bytes from run_item where run_id = '${String(end?.runId)}'`,
    );
    expect(Number(rows[0]?.bytes)).toBe(1024 * 1024);
  });

  it('is refused by a device whose settings refuse scripts', async () => {
    const { id } = await device({ refusesScripts: true });
    const [end] = await ended(await start(await addScript('echo no'), [id]));
    expect(end).toMatchObject({
      state: 'refused',
      message: 'The settings of this device refuse scripts (CAIRN_AGENT_SCRIPTS)',
    });
  });

  it('is refused by the agent when anything of it is not what the server signed', async () => {
    const { id } = await device({ methods: {} });
    const { database } = site.server.services;
    const script = await addScript('echo signed');
    const run = await start(script, [id]);
    const [first] = await ended(run);
    const [command] = await database
      .select()
      .from(agentCommand)
      .where(eq(agentCommand.id, String(first?.runId)));
    const params = command?.params ?? {};
    for (const change of [{ parameters: 'x' }, { name: 'Another' }, {}]) {
      const { storeCommand } = await import('./stored-run.ts');
      const commandId = await storeCommand(site.server.services, {
        nodeId: id,
        method: 'script.run',
        params: { ...params, ...change } as never,
      });
      await site.server.services.agents.wake(id);
      await until(async () => {
        const [row] = await database.select().from(agentCommand).where(eq(agentCommand.id, commandId));
        expect(row).toMatchObject({ state: 'failed', error: expect.stringContaining('not signed') as string });
      });
    }
  });

  it('says on an offline device that it did not run, and runs there when it is retried (C12-10)', async () => {
    const { agent, id } = await device();
    await agent.stop();
    await until(async () => expect(await site.deviceState(id)).toBe('offline'));
    const other = await device();
    const run = await start(await addScript('echo ran'), [id, other.id]);
    const devices = await ended(run);
    expect(devices.find(({ nodeId }) => nodeId === id)).toMatchObject({
      state: 'refused',
      message: 'The device is offline. Run the script again when it is online.',
    });
    expect(devices.find(({ nodeId }) => nodeId === other.id)).toMatchObject({ outcome: 'exited', exitCode: 0 });
    const again = startAgent(site.server.url, { dataDirectory: agent.dataDirectory });
    afterTest(() => again.stop().catch(() => undefined));
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    expect((await site.admin.post(`/scripting/run/${run}/retry`, {})).body).toMatchObject({ started: 1 });
    await until(async () => expect((await devicesOf(run)).map(({ exitCode }) => exitCode)).toEqual([0, 0]));
  });
});
