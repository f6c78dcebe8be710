import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { downloadSeconds } from '#api/contract/agent-methods/installer.ts';
import type { AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { scriptSystems } from '#api/contract/script.ts';
import { signedIn } from '../access/signed-in.ts';
import { statusOf } from '../agents/devices.ts';
import { inabilityOf } from '../agents/inability.ts';
import { finishCommand } from '../agents/command-queue.ts';
import { startOwnCommands } from '../agents/start-own-command.ts';
import type { CallContext } from '../context.ts';
import type { agent } from '../database/schema/agents.ts';
import type { node } from '../database/schema/nodes.ts';
import type { Services } from '../services.ts';
import { scriptRunDevice, type scriptRun } from '../database/schema/script.ts';
import { applicationParams, installParams, obstacleOfInstall, scriptParams, type RunContent } from './run-content.ts';

export interface TargetDevice {
  node: typeof node.$inferSelect;
  agent: typeof agent.$inferSelect | null;
}

type System = (typeof scriptSystems)[number];
export type ScriptRun = Omit<
  typeof scriptRun.$inferSelect,
  'userId' | 'createdAt' | 'scriptId' | 'policyId' | 'policyName'
> & {
  scriptId: number;
  operatingSystems: readonly System[];
  content: RunContent;
};

type Asked = Omit<Parameters<typeof startOwnCommands>[2][number], 'method' | 'params'>;

const titles = { script: 'script', installer: 'install automation', application: 'run automation' } as const;
const methods = {
  script: 'script.run',
  installer: 'installer.run',
  application: 'application.run',
} as const satisfies Record<RunContent['kind'], AgentMethod>;

/** Seconds until a device that says nothing counts as lost, after the script's own time. */
const GRACE_SECONDS = 60;

/** What a start needs of a call; the job of policies has the same. */
export type StartContext = Pick<CallContext, 'db' | 'actor' | 'ip' | 'now' | 'afterCommit' | 'audit'> & {
  services: Pick<Services, 'secrets'> & {
    live: Pick<Services['live'], 'announce'>;
    agents: Pick<Services['agents'], 'wake'>;
  };
};

interface Target {
  device: TargetDevice;
  attempt: number;
}

/**
 * Starts the automation on devices, each in a run of its own, signed for it. A run that cannot start ends at once, with the reason.
 * `cause`: what the audit trail adds.
 */
export async function startOnDevices(
  context: StartContext,
  script: ScriptRun,
  targets: readonly Target[],
  cause = '',
): Promise<void> {
  if (targets.length === 0) return;
  const { db, actor, ip, now, services, afterCommit } = context;
  const { id: scriptRunId, scriptName: name, timeoutSeconds, content } = script;
  const seconds = timeoutSeconds + GRACE_SECONDS + (content.kind === 'installer' ? downloadSeconds : 0);
  const { userId } = signedIn(actor);
  const starts = targets.map(({ device, attempt }) => {
    const { id: nodeId, organizationId } = device.node;
    return { device, attempt, asked: { id: randomUUID(), seconds, nodeId, organizationId, userId, ip } };
  });
  await startContent(
    context,
    starts.map(({ asked }) => asked),
    script,
  );
  const nodeIds = targets.map(({ device }) => device.node.id);
  await db
    .update(scriptRunDevice)
    .set({ latest: false })
    .where(and(eq(scriptRunDevice.scriptRunId, scriptRunId), inArray(scriptRunDevice.nodeId, nodeIds)));
  await db
    .insert(scriptRunDevice)
    .values(starts.map(({ asked: { id: runId, nodeId }, attempt }) => ({ runId, scriptRunId, nodeId, attempt })));
  for (const { device, asked } of starts) {
    const { id: nodeId, organizationId } = device.node;
    const message = obstacleOf(script, device);
    if (message === undefined) afterCommit(() => services.agents.wake(nodeId));
    else await finishCommand(db, services.live, asked.id, { state: 'failed', error: message }, now);
    await context.audit({
      action: 'SCRIPT_RUN',
      entityType: 'NODE',
      entityId: nodeId,
      organizationId,
      summary: `Ran the ${titles[content.kind]} “${name}” on “${device.node.friendlyName || device.node.name}”${cause}`,
    });
  }
}

/** Each kind is a method with its own parameters. */
async function startContent(
  { db, services: { live, secrets }, now }: StartContext,
  asked: readonly Asked[],
  { content, ...run }: ScriptRun,
): Promise<void> {
  // Method by method: a function for any method takes the compiler as long as a hundred other files.
  switch (content.kind) {
    case 'script':
      return startOwnCommands(
        db,
        live,
        asked.map((of) => ({ ...of, method: methods.script, params: scriptParams(secrets, of, run, content) })),
        now,
      );
    case 'installer':
      return startOwnCommands(
        db,
        live,
        asked.map((of) => ({ ...of, method: methods.installer, params: installParams(secrets, of, run, content) })),
        now,
      );
    case 'application':
      return startOwnCommands(
        db,
        live,
        asked.map((of) => ({
          ...of,
          method: methods.application,
          params: applicationParams(secrets, of, run, content),
        })),
        now,
      );
    default:
      return unreachable(content);
  }
}

function unreachable(content: never): never {
  throw new Error(`no method runs ${JSON.stringify(content)}`);
}

/** Why the device cannot run the automation, in words. */
function obstacleOf(
  { operatingSystems, content }: ScriptRun,
  { node: of, agent: its }: TargetDevice,
): string | undefined {
  if (its === null) return 'This device has no agent.';
  const obstacle = content.kind === 'installer' ? obstacleOfInstall(content) : undefined;
  if (obstacle !== undefined) return obstacle;
  if (statusOf(of).state !== 'online') return 'The device is offline. Run the script again when it is online.';
  const system = systemOf(of.nodeClass);
  if (system !== undefined && !operatingSystems.includes(system))
    return `The ${titles[content.kind]} is not for ${system}: its operating systems are ${operatingSystems.join(', ')}.`;
  return inabilityOf(its, methods[content.kind]);
}

/** The operating system of a device with an agent, by its class. */
function systemOf(nodeClass: string): System | undefined {
  if (nodeClass.startsWith('WINDOWS')) return 'Windows';
  if (nodeClass.startsWith('MAC')) return 'Mac';
  return nodeClass.startsWith('LINUX') ? 'Linux' : undefined;
}
