import { recentResult } from '../agents/recent-result.ts';
import type { CallContext } from '../context.ts';
import { Refused } from '../refused.ts';
import type { AskedHost } from './asked-host.ts';

/** What a test of this person, of the same host by the same delegate, said (F01-11, F01-12). @throws Refused `vm_host_not_tested` */
export async function testedFacts(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  test: string,
  { delegate, params }: AskedHost,
) {
  const said = await recentResult(context, test, { nodeId: delegate.id, method: 'vmhost.test', params });
  if (said?.code !== 'succeeded' || !said.host) throw new Refused('vm_host_not_tested');
  return said.host;
}
