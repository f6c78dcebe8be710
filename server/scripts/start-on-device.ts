import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { downloadSeconds } from '#api/contract/agent-methods/installer.ts';
import type { scriptSystems } from '#api/contract/script.ts';
import { signedIn } from '../access/signed-in.ts';
import { statusOf } from '../agents/devices.ts';
import { inabilityOf } from '../agents/inability.ts';
import { finishCommand } from '../agents/command-queue.ts';
import { startOwnCommand } from '../agents/start-own-command.ts';
import type { CallContext } from '../context.ts';
import type { agent } from '../database/schema/agents.ts';
import type { node } from '../database/schema/nodes.ts';
import { scriptRunDevice, type scriptRun } from '../database/schema/script.ts';
import { installParams, obstacleOfInstall, scriptParams, type RunContent } from './run-content.ts';

export interface TargetDevice {
  node: typeof node.$inferSelect;
  agent: typeof agent.$inferSelect | null;
}

type System = (typeof scriptSystems)[number];
type ScriptRun = Omit<typeof scriptRun.$inferSelect, 'userId' | 'createdAt' | 'scriptId'> & {
  scriptId: number;
  operatingSystems: readonly System[];
  content: RunContent;
};

/** Seconds until a device that says nothing counts as lost, after the script's own time. */
const GRACE_SECONDS = 60;

/** Starts the script or installer on one device as a run of its own, signed for it. A run that cannot start ends at once, with the reason. */
export async function startOnDevice(
  context: CallContext,
  script: ScriptRun,
  device: TargetDevice,
  attempt: number,
): Promise<void> {
  const { db, actor, ip, now, services, afterCommit } = context;
  const { id: nodeId, organizationId } = device.node;
  const runId = randomUUID();
  const { id: scriptRunId, scriptName: name, timeoutSeconds, content } = script;
  const isScript = content.kind === 'script';
  const asked = {
    id: runId,
    seconds: timeoutSeconds + GRACE_SECONDS + (isScript ? 0 : downloadSeconds),
    nodeId,
    organizationId,
    userId: signedIn(actor).userId,
    ip,
  };
  const command = isScript
    ? ({ method: 'script.run', params: scriptParams(services.secrets, asked, script, content) } as const)
    : ({ method: 'installer.run', params: installParams(services.secrets, asked, script, content) } as const);
  // Each of the two is a method with its own parameters.
  await (command.method === 'script.run'
    ? startOwnCommand(db, services.live, { ...asked, ...command }, now)
    : startOwnCommand(db, services.live, { ...asked, ...command }, now));
  await db
    .update(scriptRunDevice)
    .set({ latest: false })
    .where(and(eq(scriptRunDevice.scriptRunId, scriptRunId), eq(scriptRunDevice.nodeId, nodeId)));
  await db.insert(scriptRunDevice).values({ runId, scriptRunId, nodeId, attempt });
  const message = obstacleOf(script, device);
  if (message === undefined) afterCommit(() => services.agents.wake(nodeId));
  else await finishCommand(db, services.live, runId, { state: 'failed', error: message }, now);
  await context.audit({
    action: 'SCRIPT_RUN',
    entityType: 'NODE',
    entityId: nodeId,
    organizationId,
    summary: `Ran the ${isScript ? 'script' : 'install automation'} “${name}” on “${device.node.friendlyName || device.node.name}”`,
  });
}

/** Why the device cannot run the script or installer, in words. */
function obstacleOf(
  { operatingSystems, content }: ScriptRun,
  { node: of, agent: its }: TargetDevice,
): string | undefined {
  const isScript = content.kind === 'script';
  if (its === null) return 'This device has no agent.';
  const obstacle = isScript ? undefined : obstacleOfInstall(content);
  if (obstacle !== undefined) return obstacle;
  if (statusOf(of).state !== 'online') return 'The device is offline. Run the script again when it is online.';
  const system = systemOf(of.nodeClass);
  if (system !== undefined && !operatingSystems.includes(system))
    return `The ${isScript ? 'script' : 'installer'} is not for ${system}: its operating systems are ${operatingSystems.join(', ')}.`;
  return inabilityOf(its, isScript ? 'script.run' : 'installer.run');
}

/** The operating system of a device with an agent, by its class. */
function systemOf(nodeClass: string): System | undefined {
  if (nodeClass.startsWith('WINDOWS')) return 'Windows';
  if (nodeClass.startsWith('MAC')) return 'Mac';
  return nodeClass.startsWith('LINUX') ? 'Linux' : undefined;
}
