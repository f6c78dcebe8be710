import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { runEnded } from './path-agent.ts';
import { found } from './discovering.ts';
import type { OwnProbes } from './own-probes.ts';

/** A discovery that the first probe has ended; answers with its run. */
export async function discoveredRun(
  { product, cookie }: { product: Product; cookie: string },
  { place, agent, fields }: OwnProbes,
): Promise<string> {
  const { id } = await callByApi(product, cookie, 'POST', '/networkdiscovery', {
    org: place.client.id,
    location: place.locations[0].id,
    networkProbe: { nodeId: agent.nodeId },
    ipTargets: '192.0.2.1, 192.0.2.7',
    snmpCredOne: fields.snmpCredOne[0].id,
    pingTimeoutMS: 500,
    pingPacketTTL: 127,
    pingsPerNode: 2,
    delayBetweenPingsMS: 300,
  });
  const task = await agent.task('network.discover');
  for (const host of found) task.item(host);
  task.finish({ reached: found.length, unreachable: 0 });
  await runEnded(product, cookie, id);
  return String(id);
}
