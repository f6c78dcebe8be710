// Kills the server, its database, the network probe and the agents of new computers with SIGKILL at random moments of a discovery, of the
// adoption of what it found, and of a deployment; then compares what was acknowledged with what is stored.
import { setTimeout as sleep } from 'node:timers/promises';
import { startComputers, type Computers } from './computers.ts';
import { startSite, type Site } from './reach-out-site.ts';

export interface ReachOutReport {
  rounds: number;
  /** Results that a reader saw before a kill, and of these those that are gone, or listed twice. */
  results: number;
  resultsLost: number;
  resultsDoubled: number;
  /** Discoveries that ended with every address, and those that the death of the probe interrupted. */
  discoveries: number;
  interrupted: number;
  /** Devices that were to be added, and of these those that are missing, or there twice. */
  devices: number;
  devicesMissing: number;
  devicesDoubled: number;
  /** Computers on which an agent was to be installed. */
  computers: number;
  computersMissing: number;
  computersDoubled: number;
}

/** Addresses of one discovery and computers of one deployment. */
const hosts = 100;
const computersOfRound = 5;
const ping = { pingTimeoutMS: 300, pingPacketTTL: 64, pingsPerNode: 2, delayBetweenPingsMS: 300 };

/** Who dies in which round, in each of its three parts. */
const victims = ['server', 'probe', 'database', 'agents'] as const;
type Victim = (typeof victims)[number];

export async function runReachOutFaults(
  rounds: number,
  say: (line: string) => void = () => undefined,
  random: () => number = Math.random,
): Promise<ReachOutReport> {
  const report: ReachOutReport = {
    rounds,
    results: 0,
    resultsLost: 0,
    resultsDoubled: 0,
    discoveries: 0,
    interrupted: 0,
    devices: 0,
    devicesMissing: 0,
    devicesDoubled: 0,
    computers: 0,
    computersMissing: 0,
    computersDoubled: 0,
  };
  const site = await startSite();
  const computers = await startComputers(site.product.url);
  try {
    await site.startProbe(computers.url);
    for (let round = 0; round < rounds; round += 1) {
      const victim = (part: number): Victim => victims[(round + part) % victims.length] ?? 'server';
      /** After at least `from` and at most `to` milliseconds. */
      const strike = async (part: number, from: number, to: number) => {
        await sleep(from + random() * (to - from));
        await kill(site, computers, victim(part));
      };
      const found = await discover(site, round, () => strike(0, 100, 1900), report);
      await adopt(site, found, () => strike(1, 0, 120), report);
      await deploy(site, computers, round, () => strike(2, 0, 700), report);
      say(
        `round ${round + 1}: ${victim(0)}, ${victim(1)}, ${victim(2)} killed; ${report.results} results, ${report.devices} devices, ${report.computers} computers`,
      );
    }
    return report;
  } finally {
    await computers.stop();
    await site.dispose();
  }
}

async function kill(site: Site, computers: Computers, victim: Victim): Promise<void> {
  if (victim === 'probe') return site.restartProbe();
  if (victim === 'agents') return computers.killAgents();
  return site.restartServer(victim === 'database');
}

interface Found {
  run: string;
  addresses: string[];
}

/** A discovery with a kill, watched by a reader; returns what can be added. */
async function discover(
  site: Site,
  round: number,
  strike: () => Promise<void>,
  report: ReachOutReport,
): Promise<Found> {
  const { id } = await site.insist<{ id: string }>('POST', '/networkdiscovery', {
    org: site.place.clientId,
    location: site.place.locationId,
    networkProbe: { nodeId: site.probe() },
    ipTargets: `127.9${Math.floor(round / 200)}.${round % 200}.1-${hosts}`,
    snmpCredOne: site.credential,
    ...ping,
  });
  const seen = new Set<string>();
  let struck = false;
  const striking = strike().finally(() => (struck = true));
  let state = 'running';
  for (const end = Date.now() + 120_000; !struck || state === 'running';) {
    if (Date.now() > end) throw new Error(`the discovery ${id} did not end`);
    for (const key of (await site.itemKeys(id)) ?? []) seen.add(key);
    state = String((await site.read(`/run/${id}`))?.['state'] ?? 'running');
    await sleep(50);
  }
  await striking;
  const keys = (await site.itemKeys(id)) ?? [];
  const stored = new Set(keys);
  report.results += seen.size;
  report.resultsLost += [...seen].filter((key) => !stored.has(key)).length;
  report.resultsDoubled += keys.length - stored.size;
  if (state === 'done') {
    report.discoveries += 1;
    report.resultsLost += hosts - stored.size;
  } else report.interrupted += 1;
  return { run: id, addresses: keys };
}

/** Two technicians add the same devices at the same time. */
async function adopt(
  site: Site,
  { run, addresses }: Found,
  strike: () => Promise<void>,
  report: ReachOutReport,
): Promise<void> {
  if (addresses.length === 0) return strike();
  const all = { all: true, filter: {}, except: [] };
  const devices = { selected: all, changes: [{ rows: all, column: 'role', value: 'nms-computer' }] };
  const add = () => site.insist('POST', `/networkdiscovery/${run}/device`, { devices }, ['invalid_input']);
  await Promise.all([add(), add(), strike()]);
  const counts = await site.countNodes('address', addresses);
  report.devices += addresses.length;
  report.devicesMissing += addresses.filter((address) => !counts.has(address)).length;
  report.devicesDoubled += [...counts.values()].filter((count) => count > 1).length;
}

/** The probe installs the agent on approved computers, whose agents enrol. */
async function deploy(
  site: Site,
  computers: Computers,
  round: number,
  strike: () => Promise<void>,
  report: ReachOutReport,
): Promise<void> {
  const names = Array.from({ length: computersOfRound }, (_, index) => `pc-${round}-${index}`);
  await site.approve(names);
  await strike();
  for (const end = Date.now() + 60_000; (await site.countWaiting(names)) > 0;) {
    if (Date.now() > end) throw new Error(`computers of round ${round + 1} have no device`);
    await sleep(500);
    // The server takes a lost installation for ended after four minutes; here they pass faster.
    await site.passTime();
  }
  const counts = await site.countNodes('name', names);
  report.computers += names.length;
  report.computersMissing += names.filter((name) => !counts.has(name)).length;
  report.computersDoubled += [...counts.values()].filter((count) => count > 1).length;
  for (const name of names) if (computers.installations(name) === 0) report.computersMissing += 1;
}
