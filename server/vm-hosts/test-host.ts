import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import { inabilityOf } from '../agents/inability.ts';
import { startCommand } from '../agents/start-command.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { Refused } from '../refused.ts';
import { askedHost } from './asked-host.ts';

/**
 * Starts the test of a VM host by its monitor delegate (F01-20).
 * @throws Refused `invalid_input`, `forbidden`, `device_offline`, `unsupported_target`
 */
export async function testHost(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  body: BodyOf<Catalogue['testVmHost']>,
): Promise<Run> {
  const { delegate, params } = await askedHost(context, body);
  if (delegate.status.state !== 'online') throw new Refused('device_offline');
  // F01-39
  if (delegate.agent && inabilityOf(delegate.agent, 'vmhost.test') !== undefined)
    throw new Refused('unsupported_target');
  return startCommand(context, delegate.id, { method: 'vmhost.test', params });
}
