import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';
import { createDiskProbe } from './disk-probe.ts';
import { mayReadMetrics } from './metrics-door.ts';

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests: the database responds within two seconds and the disk is not full.
 * `/metrics`: for Prometheus, see `mayReadMetrics`.
 */
export function serveHealth(
  app: FastifyInstance,
  { pool, settings }: Pick<Services, 'pool' | 'settings'>,
  openPages: () => number,
): void {
  const diskTakesFile = createDiskProbe(settings.dataDirectory);
  // The registry is global to the process; a second app in it (tests) uses the same one.
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  gauge('cairn_database_connections', 'Open connections of the pool', () => pool.totalCount);
  gauge('cairn_database_waiting', 'Requests waiting for a connection', () => pool.waitingCount);
  gauge('cairn_open_pages', 'Open live connections', openPages);

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await withinSeconds(2, pool.query('select 1'));
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
    if (!(await diskTakesFile())) return reply.code(503).send({ status: 'the disk of the data directory is full' });
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, settings)) throw new Refused('forbidden');
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function gauge(name: string, help: string, read: () => number): void {
  register.removeSingleMetric(name);
  const made = new Gauge({
    name,
    help,
    collect() {
      made.set(read());
    },
  });
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_resolve, reject) => (timer = setTimeout(() => reject(new Error('timed out')), seconds * 1000)),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
