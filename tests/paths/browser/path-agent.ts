// A real agent, enrolled at the product, whose methods end when and as a path says.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgent, type AgentOptions } from '#agent/agent.ts';
import type { MethodHandlers } from '#agent/methods/method.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';

/** How long the agent may take to enrol, to come online or to be asked, in ms. */
const PATIENCE = 15_000;

/** What the agent was asked to do and does until the path ends it. */
export interface Task {
  params: unknown;
  progress(progress: unknown): void;
  item(item: unknown): void;
  finish(result: unknown): void;
  signal: AbortSignal;
}

/** Where the agent's computer belongs. */
export interface Place {
  clientId: number;
  locationId: number;
  /** What its device is called. */
  name: string;
}

export class PathAgent {
  private static readonly all = new Set<PathAgent>();
  private static readonly over = new AbortController();
  readonly nodeId: number;
  private readonly tasks: Tasks;
  private readonly stopped: () => Promise<void>;

  private constructor(nodeId: number, tasks: Tasks, stopped: () => Promise<void>) {
    this.nodeId = nodeId;
    this.tasks = tasks;
    this.stopped = stopped;
  }

  /** Starts it and waits until it is online. `controlled`: the methods that the path ends. */
  static async start(
    product: Product,
    cookie: string,
    { name, ...place }: Place,
    controlled: readonly AgentMethod[],
    more: Partial<AgentOptions> = {},
  ): Promise<PathAgent> {
    PathAgent.over.signal.throwIfAborted();
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
    const stopping = new AbortController();
    const lines: string[] = [];
    const tasks = new Tasks();
    const running = runAgent({
      settings: {
        server: new URL(product.url),
        dataDirectory,
        token: String(token),
        supervised: true,
        directory: new URL('ldap://127.0.0.1:9'),
        scripts: false,
        reboot: undefined,
        patches: undefined,
        backupData: true,
      },
      version: '1.2.3',
      log: (line) => lines.push(line),
      readInventory,
      methods: Object.fromEntries(controlled.map((method) => [method, tasks.handler(method)])),
      // What was added is polled by its own tests.
      poll: async () => ({ results: [] }),
      readServices: async () => undefined,
      ...more,
      signal: AbortSignal.any([stopping.signal, PathAgent.over.signal]),
      pace: { first: 20, longest: 100, waiting: 20, replaced: 50, timeout: 5000, reports: 20, inventories: 0 },
    }).catch(() => undefined);
    const nodeId = await until('the agent does not enrol', async () => {
      const id = /enrolled as device (\d+)/.exec(lines.join('\n'))?.[1];
      return id === undefined ? undefined : Number(id);
    });
    await callByApi(product, cookie, 'PUT', `/node/${nodeId}`, { friendlyName: name });
    await until('the agent does not come online', async () => {
      const { status } = await callByApi(product, cookie, 'GET', `/device/${nodeId}`);
      return (status as { state: string }).state === 'online' ? true : undefined;
    });
    const agent = new PathAgent(nodeId, tasks, async () => {
      stopping.abort();
      await running;
      rmSync(dataDirectory, { recursive: true, force: true });
    });
    PathAgent.all.add(agent);
    return agent;
  }

  /** Those of paths that did not come to their end; no other is started. */
  static async stopAll(): Promise<void> {
    PathAgent.over.abort();
    await Promise.all([...PathAgent.all].map((agent) => agent.stop()));
  }

  /** What it was asked last by this method and has not ended yet. Throws when nobody asks. */
  task(method: AgentMethod): Promise<Task> {
    return until(`the server does not ask the agent for ${method}`, async () => this.tasks.open(method));
  }

  stop(): Promise<void> {
    PathAgent.all.delete(this);
    return this.stopped();
  }
}

class Tasks {
  private readonly all = new Map<AgentMethod, Task>();

  handler<M extends AgentMethod>(method: M): MethodHandlers[M] {
    const handle = (params: unknown, { signal, progress, item }: Pick<Task, 'signal' | 'progress' | 'item'>) =>
      new Promise<AgentPart<M, 'result'>>((resolve) => {
        const task: Task = { params, signal, progress, item, finish };
        const forget = () => {
          if (this.all.get(method) === task) this.all.delete(method);
        };
        function finish(result: unknown): void {
          forget();
          resolve(result as never);
        }
        this.all.set(method, task);
        signal.addEventListener('abort', forget);
      });
    return handle as never;
  }

  open(method: AgentMethod): Task | undefined {
    return this.all.get(method);
  }
}

/** Asks every 20 ms until there is an answer. Throws what was not seen after a while. */
export async function until<T>(missing: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(missing);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits for the end of a run that the case started. */
export async function runEnded(product: Product, cookie: string, id: unknown): Promise<void> {
  await until('the run does not end', async () => {
    const { endedAt } = await callByApi(product, cookie, 'GET', `/run/${String(id)}`);
    return endedAt === null ? undefined : true;
  });
}
