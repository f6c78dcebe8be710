// api.read: p99 of `GET /api/client/list` at 20 connections, compared with a bare Fastify route that runs the same query on the same database,
// with 200 organizations. Each is a separate process, and one run alternates between them, so that the machine's noise affects both.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct } from '../product/product.ts';
import { percentile, rounded, type Bench } from './bench.ts';
import { temporaryDatabase } from './temporary-database.ts';

const connections = 20;
const perTurn = 2000;
const turns = 4;

async function load(url: string, headers: Record<string, string>): Promise<number[]> {
  const dispatcher = new Agent({ connections, pipelining: 1 });
  const samples: number[] = [];
  let left = perTurn;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const begun = performance.now();
        const answer = await request(url, { dispatcher, headers });
        await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
        samples.push(performance.now() - begun);
      }
    }),
  );
  await dispatcher.close();
  return samples;
}

/** Starts the bare route with the product's memory and connection limits. */
async function startBare(databaseUrl: string): Promise<{ process: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, 'bare-route.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=32', '--import', 'tsx', script, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, url };
}

export const bench: Bench = {
  names: ['api.read'],
  async run() {
    const database = await temporaryDatabase();
    const product = await startProduct({ DATABASE_URL: database.url });
    let bare: ChildProcess | undefined;
    try {
      const { cookie } = await setUpByApi(product);
      for (let number = 0; number < 200; number++) {
        await callByApi(product, cookie, 'POST', '/client', {
          name: `Organization ${number}`,
          description: '',
          locations: [{ name: 'Main office' }],
        });
      }
      const { process: child, url: bareUrl } = await startBare(database.url);
      bare = child;
      const ownUrl = `${product.url}/api/client/list`;
      await load(ownUrl, { cookie });
      await load(bareUrl, {});
      const own: number[] = [];
      const baseline: number[] = [];
      for (let turn = 0; turn < turns; turn++) {
        own.push(...(await load(ownUrl, { cookie })));
        baseline.push(...(await load(bareUrl, {})));
      }
      const value = rounded(percentile(own, 0.99));
      const bareValue = rounded(percentile(baseline, 0.99));
      const ratio = rounded(value / bareValue, 2);
      return [
        {
          name: 'api.read',
          value,
          unit: 'ms',
          goal: 'p99 at most 1.5 times the bare route',
          holds: ratio <= 1.5,
          baseline: { name: 'bare Fastify route, same query', value: bareValue },
          ratio,
        },
      ];
    } finally {
      bare?.kill();
      await product.dispose();
      await database.dispose();
    }
  },
};
