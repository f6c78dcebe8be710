import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import type { Pool } from 'pg';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, the database answering within two seconds. `/metrics`: Prometheus.
 */
export function serveHealth(app: FastifyInstance, pool: Pool, openPages: () => number): void {
  // The registry belongs to the process; a second app in it (tests) measures into the same one.
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics();
  gauge('cairn_database_connections', 'Open connections of the pool', () => pool.totalCount);
  gauge('cairn_database_waiting', 'Requests waiting for a connection', () => pool.waitingCount);
  gauge('cairn_open_pages', 'Open live connections', openPages);

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await withinSeconds(2, pool.query('select 1'));
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()));
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
