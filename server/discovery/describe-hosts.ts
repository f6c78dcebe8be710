import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { DiscoveredDevice } from '#api/contract/network-discovery.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import type { Item } from '../runs/report.ts';
import { devicesAt } from './devices-at.ts';
import { suggestRole } from './suggest-role.ts';

type Host = AgentPart<'network.discover', 'item'>;
export type Discovered = Static<typeof DiscoveredDevice>;

/** What a probe found, with what the server knows of it: whether it is a device already, and the role that fits. */
export async function describeHosts(db: Queries, probe: number, hosts: readonly Host[]): Promise<Item<Discovered>[]> {
  const [place] = await db.select({ id: node.organizationId }).from(node).where(eq(node.id, probe));
  const known = place
    ? await devicesAt(
        db,
        place.id,
        hosts.map(({ ip }) => ip),
      )
    : new Map<string, number>();
  return hosts.map((host) => {
    const nodeId = known.get(host.ip) ?? null;
    const { role = '', reason = '' } = suggestRole(host) ?? {};
    return {
      key: host.ip,
      data: {
        ...host,
        type: nodeId !== null ? 'existing' : isResponding(host) ? 'allResponding' : 'offline',
        nodeId,
        name: host.dnsName || host.netbiosName || host.ip,
        role,
        reason,
      },
    };
  });
}

function isResponding({ pingMS, ports }: Host): boolean {
  return pingMS !== null || ports.length > 0;
}
