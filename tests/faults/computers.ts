import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { enroll } from '#agent/enroll.ts';
import { identityFile, identityFor } from '#agent/identity.ts';

interface Computer {
  token: string;
  stopping: AbortController;
}

/** Computers on which an agent is installed: each keeps its identity on disk and enrols like the agent, until the server has answered. */
export interface Computers {
  /** Where the installation of an agent is requested. */
  url: string;
  /** How many times an agent was installed on a computer. */
  installations(host: string): number;
  /** Ends the agent of every computer in whatever it does, and starts it again with what it has on disk. */
  killAgents(): void;
  stop(): Promise<void>;
}

export async function startComputers(server: string): Promise<Computers> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-computers-'));
  const computers = new Map<string, Computer>();
  const installed = new Map<string, number>();

  async function run(host: string, { token, stopping: { signal } }: Computer): Promise<void> {
    const file = identityFile(join(folder, host));
    while (!signal.aborted) {
      const identity = identityFor(file, server);
      if (identity.key !== undefined) return;
      const body = { token, hostName: host, platform: 'linux', isServer: false, agentVersion: '1.0.0' } as const;
      const outcome = await enroll(new URL(server), body, identity.enrollmentKey, signal);
      if (signal.aborted) return;
      if (outcome.kind === 'enrolled') file.write({ ...identity, nodeId: outcome.nodeId, key: outcome.key });
      else if (outcome.kind === 'refused' && outcome.code === 'idempotency_key_reused') file.remove();
      else await sleep(50);
    }
  }

  function start(host: string, token: string): void {
    computers.get(host)?.stopping.abort();
    const computer = { token, stopping: new AbortController() };
    computers.set(host, computer);
    run(host, computer).catch((error: unknown) => {
      if (!computer.stopping.signal.aborted) throw error;
    });
  }

  const door = createServer((request, reply) => {
    void text(request).then(async (body) => {
      const { host = '', token = '' } = JSON.parse(body) as Record<string, string>;
      await sleep(100);
      installed.set(host, (installed.get(host) ?? 0) + 1);
      start(host, token);
      reply.end();
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}/`,
    installations: (host) => installed.get(host) ?? 0,
    killAgents() {
      for (const [host, { token }] of computers) start(host, token);
    },
    async stop() {
      for (const { stopping } of computers.values()) stopping.abort();
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
