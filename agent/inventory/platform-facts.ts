import type { Inventory } from '#api/contract/agent-methods/inventory.ts';

/** What only the platform itself can tell; everything else comes from Node's `os`. */
export interface PlatformFacts {
  osName: string;
  osVersion: string;
  isServer: boolean;
  machine: Inventory['machine'];
  /** Memory that programs can still get, in bytes. */
  availableBytes: number | undefined;
  disks: Inventory['disks'];
  volumes: Inventory['volumes'];
  loggedInUsers: string[];
  lastLoggedInUser: string;
}
