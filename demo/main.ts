// The demo: the built server and an agent, each a process of its own, and the customer in this one.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverArguments } from '../scripts/prepare.mjs';
import { CannotListen } from './network/start-network.ts';
import { startCustomer } from './servers/customer.ts';
import { addresses } from './servers/addresses.ts';
import { setUpSite } from './site/set-up.ts';
import { describeDemo } from './site/describe.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDirectory =
  process.env['CAIRN_DEMO_DATA'] ??
  (process.getuid?.() === 0 ? '/var/lib/cairn-demo' : join(homedir(), '.local', 'share', 'cairn-demo'));
const port = process.env['CAIRN_PORT'] ?? '7420';
const url = `http://127.0.0.1:${port}`;
/** What the demo remembers: the password of its people, and whether the set-up was finished. */
const memory = join(dataDirectory, 'demo.json');
const READY_MS = 120_000;
const STOP_MS = 20_000;

interface Memory {
  password: string;
  isSetUp: boolean;
}

const children: ChildProcess[] = [];
let ending: Promise<void> | undefined;

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

/** Ends what this process started, and nothing else. A second signal waits for the first. */
async function end(code: number): Promise<never> {
  ending ??= endChildren();
  await ending;
  process.exit(code);
}

async function endChildren(): Promise<void> {
  for (const child of children.toReversed()) await endChild(child);
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(forced);
}

/** A part of the demo that ends by itself ends the demo. */
function keep(child: ChildProcess, name: string): void {
  children.push(child);
  child.once('exit', (code) => {
    if (ending) return;
    say(`${name} ended with ${code}.`);
    void end(1);
  });
}

function remember(state: Memory): void {
  writeFileSync(memory, JSON.stringify(state), { mode: 0o600 });
}

/** What an earlier run left; a new password where there was none. */
function recall(): Memory {
  if (process.argv.includes('--fresh') && existsSync(memory)) rmSync(dataDirectory, { recursive: true });
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (existsSync(memory)) {
    const kept: Partial<Memory> = JSON.parse(readFileSync(memory, 'utf8'));
    if (kept.isSetUp && kept.password !== undefined) return { password: kept.password, isSetUp: true };
    throw new CannotListen('The demo was interrupted while it set itself up. Run: npm run demo -- --fresh');
  }
  if (existsSync(join(dataDirectory, 'postgres')))
    throw new CannotListen(
      `${dataDirectory} holds a Cairn that is not the demo. Set CAIRN_DEMO_DATA to another folder.`,
    );
  const state = { password: randomBytes(12).toString('base64url'), isSetUp: false };
  remember(state);
  return state;
}

async function startServer(setupToken: string): Promise<void> {
  const environment = {
    CAIRN_PORT: port,
    CAIRN_DATA: dataDirectory,
    CAIRN_SETUP_TOKEN: setupToken,
    CAIRN_AGENT: 'off',
  };
  const level = process.env['CAIRN_LOG_LEVEL'] ?? 'error';
  // The demo never touches another database.
  const { DATABASE_URL: _, ...inherited } = process.env;
  const server = spawn(process.execPath, serverArguments, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A signal of the terminal reaches this process alone, which ends the others in their order.
    detached: true,
    env: { ...inherited, ...environment, CAIRN_LOG_LEVEL: level },
  });
  keep(server, 'The server');
  for (const until = Date.now() + READY_MS; ; await pause(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error('The server was not ready in time.');
  }
}

/** The agent of this computer, which is the network probe; it ends with this process. */
function startAgent(token: string | undefined): void {
  const { host, port: directoryPort } = addresses.directory;
  const agent = fork(join(root, 'dist/agent/main.js'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CAIRN_AGENT_SERVER: url,
      CAIRN_AGENT_DATA: join(dataDirectory, 'agent'),
      CAIRN_AGENT_DIRECTORY: `ldap://${host}:${directoryPort}`,
      CAIRN_AGENT_SUPERVISED: 'true',
      ...(token !== undefined && { CAIRN_AGENT_TOKEN: token }),
    },
  });
  keep(agent, 'The agent');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

try {
  const state = recall();
  say('Starting the customer …');
  await startCustomer((text) => say(`The notification channel received: ${text.slice(0, 200)}`));
  say('Starting Cairn …');
  const setupToken = randomBytes(24).toString('base64url');
  await startServer(setupToken);
  if (state.isSetUp) startAgent(undefined);
  else {
    say('Setting up, with a month of history …');
    const { agentToken } = await setUpSite({ url, dataDirectory, setupToken, password: state.password });
    startAgent(agentToken);
    remember({ ...state, isSetUp: true });
  }
  say(describeDemo(url, state.password));
} catch (error) {
  if (ending === undefined) {
    process.stderr.write(`${error instanceof CannotListen ? error.message : String(error)}\n`);
    await end(1);
  }
}
