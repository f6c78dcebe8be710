import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { readInventory } from '#agent/inventory/inventory.ts';
import { callByApi, uploadByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';

/** A kind of request that a client may send repeatedly. Each of `lanes` calls `send` again as soon as it has settled. */
export interface Kind {
  name: string;
  lanes: number;
  send(lane: number): Promise<void>;
  end?(): void;
}

interface Site {
  product: Product;
  cookie: string;
}

const keys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"k${index.toString().padStart(6, '0')}":1`).join(',')}}`;
/** Distinct names, in objects that stay below the bound of a single object. */
const smallObjects = (count: number) => `[${Array.from({ length: count }, (_, index) => `{"n${index}":1}`).join(',')}]`;
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Sends a body unchanged; reads and discards the response. */
async function post(
  { product, cookie }: Site,
  method: string,
  path: string,
  body: string,
  more: Record<string, string> = {},
) {
  const headers = { 'content-type': 'application/json', origin: product.url, 'idempotency-key': randomUUID(), ...more };
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: cookie ? { ...headers, cookie } : headers,
    ...(method === 'GET' ? {} : { body }),
  }).catch(() => undefined);
  await answer?.text().catch(() => undefined);
}

/** A different address each time, through the trusted loopback proxy, so that per-address limits do not stop the flood. */
const somewhere = () => ({
  'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
});

/** Requests that need no sign-in. */
export function anonymousKinds(product: Product): Kind[] {
  const nobody = { product, cookie: '' };
  const small = keys(15_000);
  const large = keys(1_000_000);
  return [
    { name: 'unknown keys', lanes: 20, send: () => post(nobody, 'POST', '/session', small, somewhere()) },
    {
      name: 'a megabyte of unknown keys',
      lanes: 8,
      send: () => post(nobody, 'POST', '/activation', large, somewhere()),
    },
    { name: 'deep JSON', lanes: 20, send: () => post(nobody, 'POST', '/error-report', deep(8000), somewhere()) },
    {
      name: '500 sign-ins from many addresses',
      lanes: 50,
      send: (lane) =>
        post(
          nobody,
          'POST',
          '/session',
          JSON.stringify({ email: `u${lane}@example.com`, password: randomUUID() }),
          somewhere(),
        ),
    },
  ];
}

/** Requests of a signed-in technician. */
export async function signedInKinds(site: Site): Promise<Kind[]> {
  const { product, cookie } = site;
  const importOf = async (content: string) => {
    const uploadId = await uploadByApi(product, cookie, 'x', content);
    await post(site, 'POST', '/cloudmonitor/import', JSON.stringify({ existing: 'UPDATE', uploadId }), somewhere());
  };
  const tabs = `monitorName,httpHostname\n"${'\t'.repeat(9_900_000)}x",http://a.example`;
  const names = smallObjects(600_000);
  const conditions = `[{"monitorName":"x","conditions":[${'{},'.repeat(299_999)}{}]}]`;
  const badIds = JSON.stringify({ format: 'csv', ids: Array.from({ length: 20_000 }, () => 'x') });
  const draft = (snapshot: string) =>
    `{"flow":"organization","title":"x","state":"details","screenVersions":{},"revision":"${randomUUID()}","snapshot":${snapshot}}`;
  const piece = 'x'.repeat(1_000_000);
  const tus = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': '0' };
  const sent = await callByApi(product, cookie, 'POST', '/upload', {
    purpose: 'monitor-import',
    name: 'x',
    size: 9_000_000,
  });
  const silent = await silentTarget();
  const hook = await callByApi(product, cookie, 'POST', '/webhook', {
    name: 'x',
    url: silent.url,
    events: ['alert.raised'],
  });
  const { id } = hook['webhook'] as { id: number };
  return [
    { name: 'tabs in a CSV cell', lanes: 2, send: () => importOf(tabs) },
    {
      name: '300,000 conditions',
      lanes: 2,
      send: () => importOf(conditions),
    },
    {
      name: '600,000 names in a file',
      lanes: 2,
      send: () => importOf(names),
    },
    {
      name: 'pieces of one upload, many at a time',
      lanes: 20,
      send: () => post(site, 'PATCH', `/upload/${String(sent['id'])}`, piece, tus),
    },
    {
      name: 'bad ids in a list',
      lanes: 10,
      send: () => post(site, 'POST', '/cloudmonitor/export', badIds, somewhere()),
    },
    { name: 'bad ids in addresses', lanes: 20, send: () => post(site, 'GET', '/client/0x1', '', somewhere()) },
    {
      name: 'a draft of unknown keys',
      lanes: 4,
      send: () => post(site, 'PUT', `/draft/${randomUUID()}`, draft(keys(300_000))),
    },
    { name: 'a deep draft', lanes: 4, send: () => post(site, 'PUT', `/draft/${randomUUID()}`, draft(deep(150_000))) },
    {
      name: 'a draft of small objects',
      lanes: 4,
      send: () => post(site, 'PUT', `/draft/${randomUUID()}`, draft(smallObjects(18_000))),
    },
    {
      name: 'an organization of a megabyte',
      lanes: 4,
      send: () => post(site, 'POST', '/client', `{"name":"x","locations":${smallObjects(29_000)}}`),
    },
    {
      name: '40 webhook tests to a silent target',
      lanes: 40,
      send: () => post(site, 'POST', `/webhook/${id}/test`, '{}', somewhere()),
      end: silent.close,
    },
  ];
}

/** Messages of one enrolled device. */
export async function deviceKinds({ product, cookie }: Site): Promise<Kind[]> {
  const added = await callByApi(product, cookie, 'POST', '/client', {
    name: 'Acme',
    locations: [{ name: 'Main office' }],
  });
  const client = added['client'] as { id: number; locations: { id: number }[] };
  const place = { clientId: client.id, locationId: client.locations[0]?.id };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  const { key } = await callByApi(product, '', 'POST', '/agent/enroll', {
    token,
    hostName: 'flood',
    platform: 'linux',
    isServer: true,
    agentVersion: '1',
  });
  const inventory = await readInventory();
  const volume = {
    mountPoint: 'x'.repeat(1024),
    device: 'y'.repeat(800),
    fileSystem: 'ext4',
    totalBytes: 1,
    freeBytes: 1,
  };
  const params = { ...inventory, volumes: Array.from({ length: 120 }, () => volume) };
  const message = (id: number, method: string, what: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params: what });
  return [
    {
      name: 'an inventory flood of one device',
      lanes: 1,
      async send() {
        const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/agent/connect`, {
          headers: { authorization: `Agent ${String(key)}` },
        });
        socket.on('error', () => undefined);
        await new Promise((resolve) => {
          socket.once('open', () => {
            socket.send(message(1, 'hello', { protocol: 1, agentVersion: '1', capabilities: [] }));
            for (let report = 2; report < 200; report += 1) socket.send(message(report, 'inventory.report', params));
          });
          socket.once('close', resolve);
          setTimeout(resolve, 10_000).unref();
        });
        socket.terminate();
      },
    },
  ];
}

async function silentTarget(): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close: () => server.close() };
}
