import { eq, inArray } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { DiscoveredDevice } from '#api/contract/network-discovery.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import type { Item } from '../runs/report.ts';
import { vendorOfMac } from '../topology/mac-vendors.ts';
import { devicesAt } from './devices-at.ts';
import { suggestRole } from './suggest-role.ts';
import { toldBySnmp } from './told-by-snmp.ts';

type Host = AgentPart<'network.discover', 'item'>;
interface Asked {
  /** The probe. */
  nodeId: number;
  params: AgentPart<'network.discover', 'params'>;
}
export type Discovered = Static<typeof DiscoveredDevice>;

/** What a probe found, with what the server knows of it: whether it is a device already, and the role that fits. */
export async function describeHosts(
  db: Queries,
  { nodeId: probe, params }: Asked,
  hosts: readonly Host[],
): Promise<Item<Discovered>[]> {
  const [place] = await db.select({ id: node.organizationId }).from(node).where(eq(node.id, probe));
  const known = place
    ? await devicesAt(
        db,
        place.id,
        hosts.map(({ ip }) => ip),
      )
    : new Map<string, number>();
  const credentials = await credentialNames(db, params.snmpCredentials);
  return hosts.map(({ snmp, ...host }) => {
    const nodeId = known.get(host.ip) ?? null;
    const { os: told, ...facts } = toldBySnmp(snmp);
    const os = told || host.os;
    const { role = '', reason = '' } = suggestRole({ ...host, os, snmp }) ?? {};
    return {
      key: host.ip,
      data: {
        ...host,
        os,
        ...facts,
        vendor: facts.vendor || vendorOfMac(host.mac),
        snmpCredential: (snmp && credentials[snmp.credential - 1]) ?? '',
        snmpCredentialId: (snmp && params.snmpCredentials[snmp.credential - 1]) ?? null,
        type: nodeId !== null ? ['existing'] : tagsOf(host, snmp !== null),
        nodeId,
        name: facts.hostname || host.dnsName || host.netbiosName || host.ip,
        role,
        reason,
      },
    };
  });
}

async function credentialNames(db: Queries, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: credential.id, name: credential.name })
    .from(credential)
    .where(inArray(credential.id, [...ids]));
  return ids.map((id) => rows.find((row) => row.id === id)?.name ?? '');
}

function tagsOf({ pingMS, ports }: Pick<Host, 'pingMS' | 'ports'>, answersSnmp: boolean): Discovered['type'] {
  if (answersSnmp) return ['allResponding', 'allSnmpResponding'];
  return pingMS !== null || ports.length > 0 ? ['allResponding'] : ['offline'];
}
