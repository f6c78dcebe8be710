import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkContext } from '#tests/fixtures/check-context.ts';
import {
  addressAnswer,
  dnsResponder,
  endOfQuestion,
  type Asked,
  type DnsResponder,
} from '#tests/fixtures/dns-responder.ts';
import { dns } from './dns.ts';
import { http } from './http.ts';
import { portScan } from './port-scan.ts';

/** The name server that this computer is made to use. */
const ours = vi.hoisted(() => ({ server: '' }));
vi.mock('node:dns/promises', async (original) => {
  const module = await original<typeof import('node:dns/promises')>();
  class Resolver extends module.Resolver {
    constructor(...options: ConstructorParameters<typeof module.Resolver>) {
      super(...options);
      if (ours.server !== '') this.setServers([ours.server]);
    }
  }
  return { ...module, Resolver, default: { ...module, Resolver } };
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
async function responder(answer: Parameters<typeof dnsResponder>[0]): Promise<DnsResponder> {
  const made = await dnsResponder(answer);
  closing.push(made.close);
  return made;
}
const looked = (server: string, timeoutMs = 700) =>
  dns.run({ hostname: 'www.example.test', dnsServer: server }, checkContext({ timeoutMs }));

describe('the DNS check with a hostile name server', () => {
  it.each<[string, (asked: Asked) => Buffer[]]>([
    ['says nothing', () => []],
    ['answers other questions', (asked) => [wrongId(addressAnswer(asked, ['192.0.2.1']))]],
    ['sends noise', () => [Buffer.alloc(0), Buffer.alloc(4000, 0xff)]],
    ['floods', () => Array.from({ length: 500 }, () => Buffer.alloc(1000, 0xc0))],
    ['points names at themselves', (asked) => [loop(asked)]],
    ['promises records that do not come', (asked) => [promising(addressAnswer(asked, []))]],
    ['cuts every answer short', (asked) => [cut(addressAnswer(asked, ['192.0.2.1']))]],
  ])('that %s, fails in time', async (_, answer) => {
    const { server } = await responder(answer);
    const startedAt = performance.now();
    const outcome = await looked(server);
    expect(performance.now() - startedAt).toBeLessThan(2500);
    expect(outcome).toMatchObject({ ok: false, detail: { dns: { server } } });
    expect(['timed_out', 'dns_failed']).toContain(outcome.error);
  });

  it('keeps a bounded part of a long answer', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);
    const { server } = await responder((asked) => [addressAnswer(asked, many)]);
    const outcome = await looked(server, 2000);
    expect(outcome.ok).toBe(true);
    expect(outcome.detail.dns?.records[0]?.values.length).toBeLessThanOrEqual(100);
  });
});

describe('a name that changes its address (DNS rebinding)', () => {
  let names: DnsResponder;
  let website: Server;
  let port: number;
  beforeAll(async () => {
    names = await dnsResponder((asked, count) => [
      asked.name.startsWith('mixed')
        ? addressAnswer(asked, ['127.0.0.1', '169.254.169.254'])
        : // A and AAAA are one look at the name.
          addressAnswer(asked, [count <= 2 ? '127.0.0.1' : '169.254.169.254']),
    ]);
    ours.server = names.server;
    website = createServer((_, response) => response.end('inside'));
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
    port = (website.address() as AddressInfo).port;
  });
  afterAll(() => {
    ours.server = '';
    names.close();
    website.closeAllConnections();
    website.close();
  });

  it('is refused when one of its answers is a metadata address', async () => {
    const asked = await http.run({ httpHostname: `http://mixed.example.test:${port}/` }, checkContext());
    expect(asked).toMatchObject({ ok: false, error: 'address_refused' });
    const scanned = await portScan.run({ hostname: 'mixed.example.test', ports: `${port}` }, checkContext());
    expect(scanned).toMatchObject({ ok: false, error: 'address_refused' });
  });

  it('is asked for once a check, and the connection goes to that answer', async () => {
    const config = { httpHostname: `http://flip.example.test:${port}/`, saveResponseBody: true };
    const first = await http.run(config, checkContext());
    expect(first).toMatchObject({ ok: true, detail: { address: '127.0.0.1', body: 'inside' } });
    expect(names.asked.filter(({ name, type }) => name.startsWith('flip') && type === 1)).toHaveLength(1);
    expect(await http.run(config, checkContext())).toMatchObject({ ok: false, error: 'address_refused' });
  });
});

function wrongId(packet: Buffer): Buffer {
  packet.writeUInt16BE(packet.readUInt16BE(0) ^ 0xffff, 0);
  return packet;
}

function promising(packet: Buffer): Buffer {
  packet.writeUInt16BE(40_000, 6);
  return packet;
}

function cut(packet: Buffer): Buffer {
  packet.writeUInt16BE(0x8380, 2);
  return packet;
}

function loop({ packet }: Asked): Buffer {
  const question = packet.subarray(12, endOfQuestion(packet));
  const at = 12 + question.length;
  const header = Buffer.from(packet.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question, Buffer.from([0xc0, at, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4])]);
}
