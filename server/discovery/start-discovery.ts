import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import { inabilityOf } from '../agents/inability.ts';
import { startCommand } from '../agents/start-command.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { isBusy } from './busy-probe.ts';
import { requireSettings } from './require-settings.ts';

/**
 * Starts the discovery of a network by a device of the place (F02-14).
 * @throws Refused `invalid_input`, `forbidden`, `device_offline`, `network_scan_is_in_progress`, `number_of_network_scan_targets_exceeded`
 */
export async function startDiscovery(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  body: BodyOf<Catalogue['startNetworkDiscovery']>,
): Promise<Run> {
  const { db, services } = context;
  const { nodeId } = body.networkProbe;
  requireAnswers(services.screens.check('network-discovery', 'configuration', { ...body, networkProbe: nodeId }));
  const { addresses, probe } = await requireSettings(context, body);
  if (probe.status.state !== 'online') throw new Refused('device_offline');
  requireFields({ '/networkProbe': inabilityOf(probe.agent, 'network.discover') });
  if (await isBusy(db, nodeId)) throw new Refused('network_scan_is_in_progress');
  const { org: _org, location: _place, networkProbe: _probe, ipTargets: _targets, ...rest } = body;
  const { snmpCredOne, snmpCredTwo, telnetSshCred, ...settings } = rest;
  return startCommand(context, nodeId, {
    method: 'network.discover',
    params: {
      addresses,
      snmpCredentials: [snmpCredOne, ...(snmpCredTwo === undefined ? [] : [snmpCredTwo])],
      ...(telnetSshCred !== undefined && { telnetSshCredential: telnetSshCred }),
      ...settings,
    },
  });
}
