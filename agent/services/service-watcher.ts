import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { mostReportedServices, type Service, type ServicesReport } from '#api/contract/agent-methods/services.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { ServiceList } from './read-services.ts';

type Send = (report: ServicesReport) => Promise<unknown>;

/** Looks at the services at every interval, and reports what changed. */
export interface ServiceWatcher {
  /** Reports over this connection from now on, the whole list first. Returns how to stop. */
  connect(send: Send): () => void;
  stop(): void;
}

interface Options {
  read(): Promise<ServiceList | undefined>;
  /** Milliseconds between two looks. */
  everyMs: number;
  /** Milliseconds between two reports of one list. */
  betweenMs?: number;
}

export function createServiceWatcher({ read, everyMs, betweenMs = 1500 }: Options): ServiceWatcher {
  let current: Send | undefined;
  /** What the server has of this connection; undefined until it has the whole list. */
  let known: ServiceList | undefined;
  let looking = false;

  async function look(): Promise<void> {
    // A service manager that does not answer holds up one look, not one more at every interval.
    if (looking || current === undefined) return;
    looking = true;
    const send = current;
    try {
      const list = await read();
      if (list === undefined || current !== send) return;
      const before = known?.manager === list.manager ? known : undefined;
      known = undefined;
      for (const [index, report] of reportsOf(before, list).entries()) {
        if (index > 0) await sleep(betweenMs);
        if (current !== send) return;
        await send(report);
      }
      known = list;
    } catch (error) {
      // A server without this method will not learn it; any other gets the whole list at the next look.
      if (error instanceof RpcError && error.code === rpcCodes.unknownMethod && current === send) current = undefined;
    } finally {
      looking = false;
    }
  }

  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    connect(send) {
      current = send;
      known = undefined;
      void look();
      return () => {
        if (current === send) current = undefined;
      };
    },
    stop: () => clearInterval(timer),
  };
}

/** The whole list where the server has none; otherwise what changed, and nothing where nothing did. */
function reportsOf(before: ServiceList | undefined, { manager, services }: ServiceList): ServicesReport[] {
  const had = new Map((before?.services ?? []).map((service) => [service.name, service]));
  const has = new Set(services.map(({ name }) => name));
  const changed = services.filter((service) => !isDeepStrictEqual(had.get(service.name), service));
  const gone = [...had.keys()].filter((name) => !has.has(name));
  const parts = Math.ceil(Math.max(changed.length, gone.length) / mostReportedServices);
  const length = before ? parts : Math.max(1, parts);
  const part = <Item>(items: readonly Item[], index: number): Item[] =>
    items.slice(index * mostReportedServices, (index + 1) * mostReportedServices);
  return Array.from({ length }, (_, index) => ({
    manager,
    begins: before === undefined && index === 0,
    completes: before === undefined && index === length - 1,
    services: part<Service>(changed, index),
    gone: part(gone, index),
  }));
}
