import { randomUUID } from 'node:crypto';
import { runAsked } from '../live/messages.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import { renewMs, RunLeases } from './leases.ts';
import type { AnyRunKind } from './run-kind.ts';
import { RunStops, workOnRun } from './work-on-run.ts';

/** Runs under way at once in one process; the others wait in the order of their start. */
const atOnce = 4;

interface RunsOptions {
  services: Services;
  kinds: readonly AnyRunKind[];
  /** No other process works on this database (the embedded one). */
  alone: boolean;
  log: Log;
}

/** Works on runs, in this process: claims what is queued or ownerless, renews its leases, and stops what is cancelled. */
export interface Runs {
  stop(): Promise<void>;
}

export async function startRuns({ services, kinds, alone, log }: RunsOptions): Promise<Runs> {
  const { database, live } = services;
  const own = kinds.filter(({ work }) => work !== undefined);
  const holder = randomUUID();
  const leases = new RunLeases({ database, live, holder, kinds: own });
  const mine = new Map<string, { controller: AbortController; over: Promise<void> }>();
  let stopped = false;
  let turn = Promise.resolve();

  function begin(id: string): void {
    const controller = new AbortController();
    const { signal } = controller;
    const over = workOnRun({ id, holder, services, kinds: own, signal, log })
      .catch((error: unknown): 'left' => {
        log.warn({ err: error, run: id }, 'a run could not be ended; its lease lapses');
        return 'left';
      })
      .then(async (outcome) => {
        mine.delete(id);
        if (outcome === 'left' && stopped) await leases.release(id);
        else if (!stopped) look();
      })
      .catch((error: unknown) => log.warn({ err: error, run: id }, 'a run could not be left to another process'));
    mine.set(id, { controller, over });
  }

  async function tick(): Promise<void> {
    if (stopped) return;
    const held = await leases.renew([...mine.keys()]);
    for (const [id, { controller }] of mine) {
      const lease = held.get(id);
      if (lease === undefined) controller.abort(new RunStops('lost'));
      else if (lease.cancelRequested) controller.abort(new RunStops('cancelled'));
    }
    await leases.endOwnerless();
    if (mine.size >= atOnce) return;
    for (const id of await leases.claim(atOnce - mine.size)) begin(id);
  }

  /** One look after the other. */
  function look(): void {
    turn = turn.then(tick).catch((error: unknown) => log.warn({ err: error }, 'runs could not be looked for'));
  }

  if (alone) await leases.freeAll();
  const stopListening = live.listen(({ topic }) => {
    if (topic === runAsked) look();
  });
  const timer = setInterval(look, renewMs);
  look();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      stopListening();
      await turn;
      for (const { controller } of mine.values()) controller.abort(new RunStops('stopping'));
      await Promise.all([...mine.values()].map(({ over }) => over));
    },
  };
}
