import { Type, type Static } from 'typebox';
import { Closed, Instant, Nullable, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

export const Platform = Type.Union([
  Type.Literal('linux'),
  Type.Literal('darwin'),
  Type.Literal('win32'),
  Type.Literal('other'),
]);
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What a device reports about itself. A text that could not be read is empty, a list that could not be read too. */
export const Inventory = Closed({
  collectedAt: Instant,
  hostName: Type.String({ minLength: 1, maxLength: 255 }),
  os: Closed({ platform: Platform, name: Text(200), version: Text(200), kernel: Text(200), arch: Text(50) }),
  /** Whether it looks like a machine that serves rather than one that a person sits at. */
  isServer: Type.Boolean(),
  bootedAt: Instant,
  machine: Closed({
    manufacturer: Text(200),
    model: Text(200),
    biosSerialNumber: Text(200),
    biosVersion: Text(200),
    virtualization: Text(50),
  }),
  cpu: Closed({ model: Text(200), logicalCores: Type.Integer({ minimum: 0, maximum: 65_536 }) }),
  memory: Closed({ totalBytes: Bytes, availableBytes: Bytes }),
  disks: Type.Array(Closed({ name: Text(100), model: Text(200), totalBytes: Bytes }), { maxItems: 128 }),
  volumes: Type.Array(
    Closed({ mountPoint: Text(1024), device: Text(1024), fileSystem: Text(50), totalBytes: Bytes, freeBytes: Bytes }),
    { maxItems: 128 },
  ),
  /** Without loopback. Link-local addresses are among the addresses. */
  networkInterfaces: Type.Array(
    Closed({ name: Text(100), macAddress: Text(64), ipAddresses: Type.Array(Text(64), { maxItems: 64 }) }),
    { maxItems: 128 },
  ),
  loggedInUsers: Type.Array(Text(255), { maxItems: 128 }),
  lastLoggedInUser: Text(255),
  /** The domain that the device's directory answers for; null when none answers. Older agents leave it out. */
  directory: Type.Optional(Nullable(Closed({ domain: Text(255), namingContext: Text(1024) }))),
});
export type Inventory = Static<typeof Inventory>;

/** The device reads its inventory now, in addition to the reports at its own times. */
export const inventoryRead = {
  title: 'inventory reading',
  capability: 'inventory@1',
  permission: 'NODE:View',
  params: Closed({}),
  progress: Type.Never(),
  item: Type.Never(),
  result: Inventory,
  budget: { params: 100, report: 0, items: 0, result: 250_000 },
  cancellable: false,
  seconds: 60,
} as const satisfies AgentMethodEntry;
