// doors.freeze: the slowest health check, in milliseconds, while one client sends everything that the limits allow, half a minute per kind, one
// kind after the other. A separate process polls the health, so that the client's own work does not count.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpByApi } from '../../product/person.ts';
import { startProduct } from '../../product/product.ts';
import { rounded, type Bench } from '../bench.ts';
import { anonymousKinds, deviceKinds, signedInKinds, type Kind } from './kinds.ts';

const GOAL_MS = 250;

interface FreezeResult {
  kind: string;
  /** Milliseconds of the slowest health check while the kind was sent. */
  worst: number;
  sent: number;
}

/** Sends each kind for `seconds`; the first result is the baseline of an idle server. */
export async function measureFreeze(seconds: number, only = ''): Promise<FreezeResult[]> {
  const product = await startProduct({ CAIRN_LOG_LEVEL: 'silent' });
  const watch = watchHealth(product.url);
  try {
    const { cookie } = await setUpByApi(product);
    const site = { product, cookie };
    const kinds = [...anonymousKinds(product), ...(await signedInKinds(site)), ...(await deviceKinds(site))];
    await watch.worst();
    await sleep(seconds * 1000);
    const results: FreezeResult[] = [{ kind: 'nothing', worst: await watch.worst(), sent: 0 }];
    for (const kind of kinds.filter(({ name }) => name.includes(only))) {
      const sent = await sendFor(kind, seconds);
      results.push({ kind: kind.name, worst: await watch.worst(), sent });
      kind.end?.();
    }
    return results;
  } finally {
    watch.end();
    await product.dispose();
  }
}

/** Returns how many were sent. Waits for requests in flight at the end, because they may be what blocks the server. */
async function sendFor(kind: Kind, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  await Promise.all(
    Array.from({ length: kind.lanes }, async (_, lane) => {
      while (performance.now() < until) {
        sent += 1;
        await kind.send(lane);
      }
    }),
  );
  return sent;
}

function watchHealth(url: string) {
  const script = join(import.meta.dirname, 'health-process.ts');
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return {
    /** The slowest health check since the previous call. */
    async worst(): Promise<number> {
      child.stdin?.write('\n');
      const line = (await lines.next()) as IteratorResult<string, undefined>;
      return (JSON.parse(line.value ?? '{"worst":0}') as { worst: number }).worst;
    },
    end: () => child.stdin?.end(),
  };
}

export const bench: Bench = {
  names: ['doors.freeze'],
  async run() {
    const results = await measureFreeze(30);
    for (const { kind, worst, sent } of results)
      console.error(`${worst <= GOAL_MS ? '      ' : 'MISSED'} ${rounded(worst, 0)} ms  ${kind} (${sent} sent)`);
    const [idle, ...sending] = results;
    const worst = Math.max(...sending.map((result) => result.worst));
    return [
      {
        name: 'doors.freeze',
        value: rounded(worst, 0),
        unit: 'ms',
        goal: `<= ${GOAL_MS} ms`,
        holds: worst <= GOAL_MS,
        baseline: { name: 'with nobody', value: rounded(idle?.worst ?? 0, 0) },
      },
    ];
  },
};
