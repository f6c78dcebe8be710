import { hostname, totalmem } from 'node:os';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { readInventory } from './inventory.ts';

it('reads this machine, plausibly and within the bounds of the protocol', async () => {
  const now = new Date();
  const inventory = await readInventory(now);
  expect(Value.Errors(Inventory, inventory)).toEqual([]);
  expect(inventory.hostName).toBe(hostname());
  expect(inventory.os.name).not.toBe('');
  expect(inventory.os.kernel).toMatch(/^\d+\.\d+/);
  expect(inventory.cpu.logicalCores).toBeGreaterThan(0);
  expect(inventory.memory.totalBytes).toBe(totalmem());
  expect(inventory.memory.availableBytes).toBeGreaterThan(0);
  expect(inventory.memory.availableBytes).toBeLessThanOrEqual(inventory.memory.totalBytes);
  expect(new Date(inventory.bootedAt).getTime()).toBeLessThan(now.getTime());
  const root = inventory.volumes.find((volume) => volume.mountPoint === '/' || /^[A-Z]:\\$/.test(volume.mountPoint));
  expect(root?.totalBytes).toBeGreaterThan(1_000_000);
  expect(root?.freeBytes).toBeLessThanOrEqual(root?.totalBytes ?? 0);
  const addresses = inventory.networkInterfaces.flatMap((entry) => entry.ipAddresses);
  expect(addresses).not.toContain('127.0.0.1');
  expect(addresses).not.toContain('::1');
});
