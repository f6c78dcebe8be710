import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
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
import { signScript } from './signing.ts';

export interface TargetDevice {
  node: typeof node.$inferSelect;
  agent: typeof agent.$inferSelect | null;
}

type System = (typeof scriptSystems)[number];
type ScriptRun = Omit<typeof scriptRun.$inferSelect, 'userId' | 'createdAt' | 'scriptId'> & {
  scriptId: number;
  operatingSystems: readonly System[];
  text: string;
};

/** Seconds until a device that says nothing counts as lost, after the script's own time. */
const GRACE_SECONDS = 60;

/** Starts the script on one device as a run of its own, signed for it. A run that cannot start ends at once, with the reason. */
export async function startOnDevice(
  context: CallContext,
  script: ScriptRun,
  device: TargetDevice,
  attempt: number,
): Promise<void> {
  const { db, actor, ip, now, services, afterCommit } = context;
  const { id: nodeId, organizationId } = device.node;
  const runId = randomUUID();
  const { operatingSystems: _, text, id: scriptRunId, scriptName: name, ...asked } = script;
  const { scriptId, version, language, parameters, variables, runAs, timeoutSeconds } = asked;
  const params = { scriptId, version, name, language, parameters, variables, runAs, timeoutSeconds };
  const signature = signScript(services.secrets, runId, nodeId, { ...params, text });
  await startOwnCommand(
    db,
    services.live,
    {
      id: runId,
      seconds: timeoutSeconds + GRACE_SECONDS,
      nodeId,
      organizationId,
      method: 'script.run',
      params: { ...params, signature },
      userId: signedIn(actor).userId,
      ip,
    },
    now,
  );
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
    summary: `Ran the script “${name}” on “${device.node.friendlyName || device.node.name}”`,
  });
}

/** Why the device cannot run the script, in words. */
function obstacleOf({ operatingSystems }: ScriptRun, { node: of, agent: its }: TargetDevice): string | undefined {
  if (its === null) return 'This device has no agent.';
  if (statusOf(of).state !== 'online') return 'The device is offline. Run the script again when it is online.';
  const system = systemOf(of.nodeClass);
  if (system !== undefined && !operatingSystems.includes(system))
    return `The script is not for ${system}: its operating systems are ${operatingSystems.join(', ')}.`;
  return inabilityOf(its, 'script.run');
}

/** The operating system of a device with an agent, by its class. */
function systemOf(nodeClass: string): System | undefined {
  if (nodeClass.startsWith('WINDOWS')) return 'Windows';
  if (nodeClass.startsWith('MAC')) return 'Mac';
  return nodeClass.startsWith('LINUX') ? 'Linux' : undefined;
}
