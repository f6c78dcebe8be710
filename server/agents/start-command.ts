import { findPayloadFault, validatorOf } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, isAgentMethod, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { Run } from '#api/contract/runs.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { Refused } from '../refused.ts';
import { startRun } from '../runs/start-run.ts';
import { commandRun } from './command-runs.ts';
import { queueCommand } from './command-queue.ts';
import { sentParams } from './sent-params.ts';
import { readDevice } from './devices.ts';

interface Asked {
  method: string;
  params: Record<string, unknown>;
}

/**
 * Asks a device to run a method, as a run.
 * @throws Refused `not_found`, `forbidden`, `device_offline`, `invalid_input`
 */
export async function startCommand(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  nodeId: number,
  { method, params }: Asked,
): Promise<Run> {
  const { db, actor, now, services, afterCommit } = context;
  const { id, name, clientId, status, agent } = await readDevice(db, actor, nodeId);
  if (!isAgentMethod(method) || agentMethodOf(method).startedBy !== undefined)
    throw new Refused('invalid_input', { fields: { '/method': 'This call starts no such method' } });
  if (!holds(actor, agentMethodOf(method).permission, clientId)) throw new Refused('forbidden');
  checkParams(method, params);
  if ((await sentParams({ db, secrets: services.secrets }, { nodeId: id, method, params })) === undefined)
    throw new Refused('invalid_input', { fields: { '/params': 'A credential is not one of the organization' } });
  if (status.state !== 'online' || !agent) throw new Refused('device_offline');
  return startRun(context, commandRun(method), {
    input: params,
    subject: String(id),
    organizationId: clientId,
    about: aboutOf(params, name),
    async handOver(run) {
      await queueCommand(db, { id: run, nodeId: id, method, params: params as never }, now);
      afterCommit(() => services.agents.wake(id));
    },
  });
}

function checkParams(method: AgentMethod, params: Record<string, unknown>): void {
  const entry = agentMethodOf(method);
  const fault = findPayloadFault(entry.params, params, entry.budget.params);
  if (fault === undefined) return;
  const [first] = validatorOf(entry.params).Errors(params);
  throw new Refused('invalid_input', { fields: { [`/params${first?.instancePath ?? ''}`]: fault } });
}

function aboutOf(params: Record<string, unknown>, device: string): string {
  const { targets, addresses, address = params['hostname'] } = params;
  if (typeof address === 'string' && address !== '') return `at ${address} from “${device}”`;
  const told = Array.isArray(addresses)
    ? `of ${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'} `
    : Array.isArray(targets)
      ? `of ${targets.slice(0, 3).join(', ')}${targets.length > 3 ? ' …' : ''} `
      : '';
  return `${told}from “${device}”`;
}
