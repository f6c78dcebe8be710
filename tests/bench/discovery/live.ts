// discovery.live: from the moment at which a probe knows a host until the page paints its row, through the agent's own reports, the server
// and the database; and how the page scrolls with the rows of a whole /16.
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { runAgent } from '#agent/agent.ts';
import type { MethodHandler } from '#agent/methods/method.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import { newContext, openBrowser, openPage } from '../../browser/browser.ts';
import { choose, press, standsAt, stepOf, type } from '../../browser/form.ts';
import { callByApi, setUpByApi } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { connectTo } from '../../product/database-of.ts';
import { framesOf, frequencyOf, lagOf, watchFrames } from '../frames.ts';

/** As many as a discovery may have. */
const hosts = 4096;
const perSecond = 400;
/** Milliseconds between two steps of the probe. */
const every = 25;
/** The addresses of a /16. */
const rows = 65_536;
const scrolledMs = 5000;
/** Between two notches of a wheel that is turned fast. */
const WHEEL_MS = 30;

type Known = { total: number; at: number };

/** A probe that finds a printer at each address, at a steady pace, and notes when it knew of it. It ends once it may. */
function steadyProbe(known: Known[], mayEnd: Promise<void>): MethodHandler<'network.discover'> {
  return async ({ addresses }, { item, progress }) => {
    const share = (perSecond * every) / 1000;
    const begun = performance.now();
    for (let done = 0; done < addresses.length;) {
      for (const ip of addresses.slice(done, done + share)) {
        item({
          ip,
          mac: '',
          pingMS: 0.4,
          dnsName: `printer-${ip}.example`,
          netbiosName: '',
          ports: [9100],
          telnet: false,
          ssh: false,
          login: 'none',
          os: '',
          snmp: null,
        });
        done += 1;
        known.push({ total: done, at: Date.now() });
      }
      // The last step announces the run once more.
      if (done === addresses.length) await mayEnd;
      progress({ done, total: addresses.length });
      await sleep(Math.max(0, begun + (known.length / perSecond) * 1000 - performance.now()));
    }
    return { reached: addresses.length, unreachable: 0 };
  };
}

/** Starts the probe; it ends by the signal. */
async function startProbe(
  product: Product,
  token: string,
  discover: MethodHandler<'network.discover'>,
  signal: AbortSignal,
): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-probe-'));
  const enrolled = new Promise<void>((resolve) => {
    runAgent({
      settings: {
        server: new URL(product.url),
        dataDirectory,
        token,
        supervised: false,
        scripts: false,
        reboot: undefined,
        patches: undefined,
        backupData: false,
        directory: new URL('ldap://127.0.0.1:9'),
      },
      version: '1.0.0',
      log: (line) => /enrolled/.test(line) && resolve(),
      readInventory,
      signal,
      methods: { 'network.discover': discover },
    })
      .catch(() => undefined)
      .finally(() => rmSync(dataDirectory, { recursive: true, force: true }));
  });
  await enrolled;
}

async function openDiscovery(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add NMS device' }).click();
  await standsAt(page, 'Configuration');
  await choose(page, '/snmpCredOne', 'Switches');
  await type(page, '/ipTargets', '10.20.0.0-10.20.15.255');
  await watchFrames(page);
  await press(page, 'Discover');
}

/** Waits until the table says so many rows. */
async function untilRows(page: Page, wanted: number, ms: number): Promise<void> {
  for (const end = Date.now() + ms; ;) {
    const shown = (await framesOf(page)).at(-1)?.[1] ?? 0;
    if (shown === wanted) return;
    if (Date.now() > end) throw new Error(`the page shows ${shown} of ${wanted} rows`);
    await sleep(200);
  }
}

/** Gives the discovery as many rows as a whole /16 has; the last report of the probe announces them. */
async function fillRun(product: Product): Promise<void> {
  const client = await connectTo(product);
  await client.query(
    `insert into run_item (run_id, seq, key, data)
     select run_id, last_seq + n, '10.21.' || n / 256 || '.' || n % 256, data || jsonb_build_object('ip', '10.21.' || n / 256 || '.' || n % 256)
     from (select run_id, data, last_seq from run_item join run on run.id = run_id order by seq limit 1) one, generate_series(1, $1::int) n`,
    [rows - hosts],
  );
  await client.query(`update run set last_seq = last_seq + $1`, [rows - hosts]);
  await client.end();
}

/** Scrolls the table by the wheel, and says how many frames a second it painted. */
async function scroll(page: Page): Promise<number> {
  await stepOf(page).getByRole('grid').hover();
  await watchFrames(page);
  for (const end = Date.now() + scrolledMs; Date.now() < end;) {
    await page.mouse.wheel(0, 120);
    await sleep(WHEEL_MS);
  }
  return frequencyOf(await framesOf(page));
}

async function run(): Promise<BenchResult[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  const stopping = new AbortController();
  const known: Known[] = [];
  try {
    const { cookie } = await setUpByApi(product);
    const { client } = await callByApi(product, cookie, 'POST', '/client', {
      name: 'Acme',
      locations: [{ name: 'Main office' }],
    });
    const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
    const place = { clientId, locationId: Number(locations[0]?.id) };
    const switches = { clientId, name: 'Switches', credentialType: 'SNMP_V2C', community: 'public' };
    await callByApi(product, cookie, 'POST', '/credential', switches);
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    const filling = new EventEmitter();
    await startProbe(
      product,
      String(token),
      steadyProbe(
        known,
        once(filling, 'filled').then(() => undefined),
      ),
      stopping.signal,
    );
    const page = await openPage(await newContext(browser, product, cookie), product, '/deviceSearch');
    await openDiscovery(page);
    await untilRows(page, hosts, 60_000);
    const p95 = lagOf(await framesOf(page), known);
    await fillRun(product);
    filling.emit('filled');
    await untilRows(page, rows, 30_000);
    const fps = await scroll(page);
    return [
      { name: 'discovery.live.painted', value: rounded(p95, 0), unit: 'ms', goal: 'p95 <= 250 ms', holds: p95 <= 250 },
      {
        name: 'discovery.live.frame',
        value: rounded(1000 / fps, 1),
        unit: 'ms',
        goal: 'mean <= 17.2 ms (60 a second) over 65,536 rows',
        holds: fps >= 58,
      },
    ];
  } finally {
    stopping.abort();
    await browser.close();
    await product.dispose();
  }
}

export const bench: Bench = { names: ['discovery.live'], run };
