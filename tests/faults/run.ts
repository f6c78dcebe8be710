// Kills the server (and every third round its database) with SIGKILL during a stream of writes, restarts it on the
// same data, and compares the acknowledged writes with the stored ones. A writer without a response retries with the
// same Idempotency-Key, as the console does; the retry must not write twice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';

export interface FaultReport {
  rounds: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  worstReadyMs: number;
}

const writers = 4;

export async function runFaults(rounds: number, say: (line: string) => void = () => undefined): Promise<FaultReport> {
  const product = await startProduct({ CAIRN_AGENT: 'off' });
  try {
    const { cookie } = await setUpByApi(product);
    const acknowledged = new Map<string, number>();
    let worst = 0;
    for (let round = 1; round <= rounds; round++) {
      const stream = new AbortController();
      const writing = Promise.all(
        Array.from({ length: writers }, (_unused, writer) =>
          write(product, cookie, `${round}-${writer}`, acknowledged, stream.signal),
        ),
      );
      await sleep(150 + ((round * 97) % 350));
      const database = round % 3 === 0 ? postmaster(product) : undefined;
      await product.end('SIGKILL');
      if (database !== undefined) process.kill(database, 'SIGKILL');
      worst = Math.max(worst, await product.start());
      // Let the writers continue for a moment, so that they retry their pending requests on the new server.
      await sleep(150);
      stream.abort();
      await writing;
      say(`round ${round}: ${acknowledged.size} acknowledged`);
    }
    const stored = await everyOrganization(product, cookie);
    const counts = new Map<string, number>();
    for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
    const lost = [...acknowledged].filter(([, id]) => !stored.ids.has(id)).length;
    const duplicated = [...counts.values()].filter((count) => count > 1).length;
    return { rounds, acknowledged: acknowledged.size, lost, duplicated, worstReadyMs: Math.round(worst) };
  } finally {
    await product.dispose();
  }
}

/** Adds organizations one by one until `stop`; retries each until the server acknowledges it. */
async function write(
  product: Product,
  cookie: string,
  label: string,
  acknowledged: Map<string, number>,
  stop: AbortSignal,
): Promise<void> {
  for (let number = 0; !stop.aborted; number++) {
    const marker = `fault ${label} ${number}`;
    // Make each name unique and put the marker into the description: the server would refuse a duplicate name, but must not hide a duplicate write.
    const body = JSON.stringify({
      name: `Org ${label} ${number} ${Date.now()}`,
      description: marker,
      locations: [{ name: 'Main office' }],
    });
    const key = crypto.randomUUID();
    for (;;) {
      try {
        const answer = await fetch(`${product.url}/api/client`, {
          method: 'POST',
          headers: { cookie, origin: product.url, 'content-type': 'application/json', 'idempotency-key': key },
          body,
        });
        if (answer.ok) {
          const { client } = (await answer.json()) as { client: { id: number } };
          acknowledged.set(marker, client.id);
          break;
        }
        if (answer.status < 500) throw new Refusal(`${answer.status} ${await answer.text()}`);
      } catch (error) {
        if (error instanceof Refusal) throw error;
      }
      await sleep(20);
    }
  }
}

class Refusal extends Error {}

function postmaster(product: Product): number {
  return Number(readFileSync(join(product.dataDirectory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

interface Stored extends Iterable<string> {
  ids: Set<number>;
}

async function everyOrganization(product: Product, cookie: string): Promise<Stored> {
  const ids = new Set<number>();
  const markers: string[] = [];
  for (let offset = 0; ; offset += 500) {
    const answer = await fetch(`${product.url}/api/client?limit=500&offset=${offset}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`);
    const { items } = (await answer.json()) as { items: { id: number; description: string }[] };
    for (const { id, description } of items) {
      ids.add(id);
      markers.push(description);
    }
    if (items.length < 500) return Object.assign(markers, { ids });
  }
}
