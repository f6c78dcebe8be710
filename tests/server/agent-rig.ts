import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { runAgent, type AgentOptions } from '#agent/agent.ts';
import { readDirectoryFacts } from '#agent/directory/facts.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { afterFile, afterTest } from '../clean-up.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

/** Short enough for a test, long enough for a busy machine. */
export const agentPace = {
  heartbeatSeconds: 0.1,
  graceSeconds: 1.5,
  silenceSeconds: 4,
  returnSeconds: 0,
  roundSeconds: 0.1,
  answerSeconds: 2,
  reportSeconds: 0.05,
  samplesSeconds: 0.02,
  servicesSeconds: 0.02,
  pollSeconds: 0.4,
  interfacesSeconds: 0.6,
  topologySeconds: 0.6,
  hostsSeconds: 0.6,
};

export const until = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 30_000, interval: 30 });

export function temporaryDirectory(end = afterTest): string {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
  end(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface StartOptions {
  token?: string;
  dataDirectory?: string;
  read?: () => Promise<Inventory>;
  methods?: AgentOptions['methods'];
  poll?: AgentOptions['poll'];
  readInterfaces?: AgentOptions['readInterfaces'];
  readTopology?: AgentOptions['readTopology'];
  readVmHost?: AgentOptions['readVmHost'];
  deploy?: AgentOptions['deploy'];
  preflight?: AgentOptions['preflight'];
  readSample?: AgentOptions['readSample'];
  /** Only where it is given; otherwise no services are reported. */
  readServices?: AgentOptions['readServices'];
  /** Milliseconds between two samples of the load. */
  samplesMs?: number;
  /** Milliseconds between two looks at the services. */
  servicesMs?: number;
  /** Milliseconds until the inventory is reported again after a connection was lost, at most. */
  inventoriesMs?: number;
  /** Of the directory that it reads; nobody answers there unless said here. */
  directory?: string;
  /** The command of its settings that reboots it. */
  reboot?: string;
  /** Whether its settings let the server delete backup data. */
  deletesBackups?: boolean;
  /** Whether its settings refuse scripts. */
  refusesScripts?: boolean;
  /** How long it runs; as long as the test unless said here. */
  until?: 'file';
}

/** As `main.ts` of the agent reads it; without a directory nobody is asked. */
async function inventoryWith(directory: string | undefined): Promise<Inventory> {
  const inventory = await readInventory();
  return directory === undefined
    ? inventory
    : { ...inventory, directory: await readDirectoryFacts(new URL(directory)) };
}

/** The agent itself, in this process. */
export function startAgent(url: string, options: StartOptions = {}) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const end = options.until === 'file' ? afterFile : afterTest;
  const dataDirectory = options.dataDirectory ?? temporaryDirectory(end);
  const running = runAgent({
    settings: {
      server: new URL(url),
      dataDirectory,
      token: options.token,
      supervised: true,
      directory: new URL(options.directory ?? 'ldap://127.0.0.1:9'),
      scripts: options.refusesScripts !== true,
      reboot: options.reboot,
      patches: undefined,
      backupData: options.deletesBackups === true,
    },
    version: '1.2.3',
    log: (line) => lines.push(line),
    readInventory: options.read ?? (() => inventoryWith(options.directory)),
    ...(options.methods && { methods: options.methods }),
    ...(options.poll && { poll: options.poll }),
    ...(options.readInterfaces && { readInterfaces: options.readInterfaces }),
    ...(options.readTopology && { readTopology: options.readTopology }),
    ...(options.readVmHost && { readVmHost: options.readVmHost }),
    ...(options.deploy && { deploy: options.deploy }),
    ...(options.preflight && { preflight: options.preflight }),
    ...(options.readSample && { readSample: options.readSample }),
    readServices: options.readServices ?? (async () => undefined),
    signal: stopping.signal,
    pace: {
      first: 20,
      longest: 100,
      waiting: 20,
      replaced: 50,
      timeout: 2000,
      reports: 20,
      samples: options.samplesMs ?? 60_000,
      services: options.servicesMs ?? 60_000,
      inventories: options.inventoriesMs ?? 0,
    },
  });
  running.catch(() => undefined);
  const stop = () => {
    stopping.abort();
    return running;
  };
  end(() => stop().catch(() => undefined));
  const nodeId = () =>
    until(() => {
      const found = /enrolled as device (\d+)/.exec(lines.join('\n'))?.[1];
      if (found === undefined) throw new Error(`not enrolled: ${lines.join('; ')}`);
      return Number(found);
    });
  return { lines, stop, running, dataDirectory, nodeId };
}

type Message = Record<string, unknown>;

/** A socket with a good key that says what the test wants; `greet` says hello first. */
export async function openSocket(server: TestServer, key: string) {
  const address = `${server.url.replace('http', 'ws')}/api/agent/connect`;
  const socket = new WebSocket(address, { headers: { authorization: `Agent ${key}` } });
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as Message));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
  });
  afterTest(() => socket.terminate());
  let last = 0;
  const ask = (method: string, params: unknown) => {
    const id = ++last;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return until(() => {
      const answer = messages.find((message) => message['id'] === id);
      if (!answer) throw new Error(`no answer to ${method}`);
      return answer;
    });
  };
  return { socket, messages, closed, ask };
}

export async function greetedSocket(server: TestServer, key: string, capabilities = ['inventory@1']) {
  const open = await openSocket(server, key);
  expect(await open.ask('hello', { protocol: 1, agentVersion: '1', capabilities })).toHaveProperty('result');
  return open;
}

export const enrollBody = (token: string) => ({
  token,
  hostName: 'web-1',
  platform: 'linux',
  isServer: true,
  agentVersion: '1.0.0',
});

/** A server with an organization of two locations; devices enrol at the second, "Delft". */
export async function startSite(pace: Partial<typeof agentPace> = {}) {
  const server = await startTestServer({ settings: { agentPace: { ...agentPace, ...pace } } });
  const admin: Visitor = await server.signInAsAdmin();
  const { body } = await admin.post('/client', {
    name: 'Northwind',
    locations: [{ name: 'Rotterdam' }, { name: 'Delft' }],
  });
  const place = {
    clientId: Number(body['client']?.['id']),
    locationId: Number(body['client']?.['locations']?.[1]?.['id']),
  };
  const freshToken = async () => String((await admin.post('/device/enrollment', place)).body['token']);
  const device = async (id: number) => (await admin.get(`/device/${id}`)).body;
  return {
    server,
    admin,
    place,
    freshToken,
    device,
    deviceState: async (id: number) => (await device(id))['status']?.['state'],
    async enrolled() {
      const { body: reply } = await server.visitor().post('/agent/enroll', enrollBody(await freshToken()));
      return { nodeId: Number(reply['nodeId']), key: String(reply['key']) };
    },
  };
}
