import { arch, cpus, freemem, hostname, networkInterfaces, release, totalmem, uptime } from 'node:os';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { bounded } from './bounded.ts';
import { linuxFacts } from './linux.ts';
import { networkFrom } from './network.ts';
import { macFacts, plainFacts } from './other-platforms.ts';
import type { PlatformFacts } from './platform-facts.ts';

type Platform = Inventory['os']['platform'];

export function platformName(): Platform {
  const { platform } = process;
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other';
}

function platformFacts(platform: Platform): Promise<PlatformFacts> {
  if (platform === 'linux') return linuxFacts();
  return platform === 'darwin' ? macFacts() : plainFacts();
}

/** Reads this machine, now. What may not be read is empty; nothing here fails the whole. */
export async function readInventory(now: Date = new Date()): Promise<Inventory> {
  const platform = platformName();
  const facts = await platformFacts(platform);
  const processors = cpus();
  const machine = facts.machine;
  return {
    collectedAt: now.toISOString(),
    hostName: bounded(hostname(), 255) || 'unnamed',
    os: {
      platform,
      name: bounded(facts.osName, 200),
      version: bounded(facts.osVersion, 200),
      kernel: bounded(release(), 200),
      arch: bounded(arch(), 50),
    },
    isServer: facts.isServer,
    bootedAt: new Date(now.getTime() - Math.round(uptime()) * 1000).toISOString(),
    machine: {
      manufacturer: bounded(machine.manufacturer, 200),
      model: bounded(machine.model, 200),
      biosSerialNumber: bounded(machine.biosSerialNumber, 200),
      biosVersion: bounded(machine.biosVersion, 200),
      virtualization: bounded(machine.virtualization, 50),
    },
    cpu: { model: bounded(processors[0]?.model, 200), logicalCores: processors.length },
    memory: { totalBytes: totalmem(), availableBytes: facts.availableBytes ?? freemem() },
    disks: facts.disks,
    volumes: facts.volumes,
    networkInterfaces: networkFrom(networkInterfaces()),
    loggedInUsers: facts.loggedInUsers.map((user) => bounded(user, 255)).slice(0, 128),
    lastLoggedInUser: bounded(facts.lastLoggedInUser, 255),
  };
}
