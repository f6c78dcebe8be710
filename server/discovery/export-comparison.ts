import { mostTargets } from '#api/contract/agent-methods/discovery.ts';
import type { BodyOf, FileReply } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { ComparedFact, ComparedHost, HostClass } from '#api/contract/discoveries.ts';
import type { CallContext } from '../context.ts';
import { byteOrderMark, csvLines } from '../csv/write-csv.ts';
import { readCompared } from './compare.ts';
import { requireDiscovery } from './read-discoveries.ts';

/** Read and sent at once. */
const batch = 1000;
/** Two discoveries have no more hosts. */
const most = 2 * mostTargets;

const classes: Readonly<Record<HostClass, string>> = {
  new: 'New',
  gone: 'Gone',
  changed: 'Changed',
  unchanged: 'Unchanged',
};
const facts: Readonly<Record<Exclude<ComparedFact, 'snmp'>, string>> = {
  ip: 'Address',
  name: 'Name',
  mac: 'MAC address',
  model: 'Model',
  vendor: 'Vendor',
  firmware: 'Firmware',
  os: 'Operating system',
  ports: 'Open ports',
};
const titles = ['Class', 'Address', 'Name', 'MAC address', 'Vendor', 'Operating system', 'Changes'];

/** A file of the hosts that a comparison would show. @throws Refused `not_found` */
export async function exportComparison(
  context: Pick<CallContext, 'db' | 'actor' | 'now' | 'services'>,
  later: string,
  { with: earlier, class: kind }: BodyOf<Catalogue['exportComparison']>,
): Promise<{ file: FileReply; clientId: number; probeName: string }> {
  const { now, services } = context;
  const { locationId, clientId, probe } = await requireDiscovery(context, later);
  await requireDiscovery(context, earlier, locationId);
  async function* text(): AsyncGenerator<string> {
    yield byteOrderMark + csvLines([titles]);
    for (let offset = 0; offset < most; offset += batch) {
      const rows = await readCompared(services.database, [later, earlier], { kind }, { limit: batch, offset });
      if (rows.length > 0) yield csvLines(rows.map(cellsOf));
      if (rows.length < batch) return;
    }
  }
  const name = `cairn-network-comparison-${now.toISOString().slice(0, 10)}.csv`;
  return { file: { name, mediaType: 'text/csv', text: text() }, clientId, probeName: probe.nodeName };
}

function cellsOf({ class: kind, ip, name, mac, vendor, os, changes }: ComparedHost): string[] {
  return [classes[kind], ip, name, mac, vendor, os, changes.map(wordsOf).join('; ')];
}

/** “Name changed from printer to printer-2”. */
function wordsOf({ fact, from, to }: ComparedHost['changes'][number]): string {
  if (fact === 'snmp') return to === 'yes' ? 'SNMP answers now' : 'SNMP no longer answers';
  return `${facts[fact]} changed from ${from || 'none'} to ${to || 'none'}`;
}
