import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';

/** The agent of the server's own machine: a child process, so that it runs the same program as any other device. */
export interface LocalAgent {
  /** Ends the agent and waits for it. */
  close(): Promise<void>;
}

interface Options {
  /** The project's folder; the built agent is used from the built server, the sources by the sources. */
  root: string;
  /** Where this server listens. */
  serverUrl: string;
  dataDirectory: string;
  /** A fresh one-time token for each start. */
  token(): Promise<string>;
  log: FastifyBaseLogger;
  /** Milliseconds between a death and the next start: the first wait, doubling to the longest. */
  restart?: { first: number; longest: number };
}

/** An agent that lived this long was healthy: the next death is waited for as if it were the first. */
const HEALTHY_MS = 60_000;
const STOP_MS = 3000;
const LONGEST_LINE = 1000;

/** Starts the agent and keeps it running. */
export function superviseLocalAgent({
  root,
  serverUrl,
  dataDirectory,
  token,
  log,
  restart = { first: 1000, longest: 60_000 },
}: Options): LocalAgent {
  const fromSources = import.meta.url.endsWith('.ts');
  const program = join(root, fromSources ? 'agent/main.ts' : 'dist/agent/main.js');
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = restart.first;
  let closed = false;

  function startLater(): void {
    if (closed) return;
    timer = setTimeout(() => void start(), wait);
    wait = Math.min(wait * 2, restart.longest);
  }

  async function start(): Promise<void> {
    let secret: string;
    try {
      secret = await token();
    } catch (error) {
      log.warn({ err: error }, 'the agent of this computer gets no token yet');
      return startLater();
    }
    if (closed) return;
    const startedAt = Date.now();
    const started = fork(program, {
      cwd: root,
      execArgv: fromSources ? ['--import', 'tsx'] : [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environment({
        CAIRN_AGENT_SERVER: serverUrl,
        CAIRN_AGENT_DATA: join(dataDirectory, 'agent'),
        CAIRN_AGENT_TOKEN: secret,
        CAIRN_AGENT_SUPERVISED: 'true',
      }),
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) if (stream) logLines(stream, log);
    started.once('error', (error) => log.warn({ err: error }, 'the agent of this computer could not be started'));
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined;
      if (closed) return;
      if (Date.now() - startedAt > HEALTHY_MS) wait = restart.first;
      log.warn({ code, signal }, 'the agent of this computer ended; it is started again');
      startLater();
    });
  }

  if (existsSync(program)) void start();
  else log.warn({ program }, 'the agent of this computer is not built; this computer is no device');

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.kill('SIGTERM');
      const forced = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(forced);
    },
  };
}

/** Of the server's own environment only what a program needs to run: its secrets are none of the agent's business. */
function environment(own: Record<string, string>): NodeJS.ProcessEnv {
  const needed = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot', 'SystemDrive', 'TEMP', 'USERPROFILE'];
  // The server's certificate may be of an authority of its own.
  needed.push('NODE_EXTRA_CA_CERTS');
  // Which directory it reads.
  needed.push('CAIRN_AGENT_DIRECTORY');
  // Whether and how the server's own computer may be rebooted.
  needed.push('CAIRN_AGENT_REBOOT');
  // Whether policies may set how it is patched.
  needed.push('CAIRN_AGENT_PATCHES');
  // Whether its backup data may be deleted.
  needed.push('CAIRN_AGENT_BACKUP_DATA');
  const passed = needed.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  return { ...Object.fromEntries(passed), ...own };
}

function logLines(stream: Readable, log: FastifyBaseLogger): void {
  createInterface({ input: stream }).on('line', (line) => log.info({ agent: line.slice(0, LONGEST_LINE) }, 'agent'));
}
