import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskProbe } from './disk-probe.ts';
import { mayReadMetrics } from './metrics-door.ts';

const settings = { publicUrl: 'https://cairn.example.com', allowedHosts: [] };
const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers: { host: 'localhost:7420', ...headers }, raw: { socket: { remoteAddress } } }) as never;

it.each([
  ['this machine', request('127.0.0.1'), true],
  ['this machine over IPv6', request('::ffff:127.0.0.1'), true],
  ['another machine', request('192.0.2.7'), false],
  ['somebody behind a proxy of this machine', request('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }), false],
  ['a page of another name on this machine', request('127.0.0.1', { host: 'evil.org' }), false],
])('lets %s read metrics without a token: %j (S16)', (_who, from, may) =>
  expect(mayReadMetrics(from, settings)).toBe(may),
);

it('asks for the token of the settings from everybody (S16)', () => {
  const withToken = { ...settings, metricsToken: 'a token of sixteen' };
  expect(mayReadMetrics(request('127.0.0.1'), withToken)).toBe(false);
  expect(mayReadMetrics(request('192.0.2.7', { authorization: 'Bearer a token of sixteem' }), withToken)).toBe(false);
  expect(mayReadMetrics(request('192.0.2.7', { authorization: 'Bearer a token of sixteen' }), withToken)).toBe(true);
});

it('finds out that a directory takes no file, and asks the disk again after five seconds (S16)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-probe-'));
  let now = 0;
  const takesFile = createDiskProbe(directory, () => now);
  expect(await takesFile()).toBe(true);
  rmSync(directory, { recursive: true });
  expect(await takesFile()).toBe(true);
  now = 5001;
  expect(await takesFile()).toBe(false);
});
