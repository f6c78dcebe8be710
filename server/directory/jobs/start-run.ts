import { and, eq } from 'drizzle-orm';
import type { ErrorCode } from '#api/contract/errors.ts';
import { inabilityOf } from '../../agents/inability.ts';
import { startOwnCommand } from '../../agents/start-own-command.ts';
import { loginOf } from '../../credentials/login-of.ts';
import type { Queries } from '../../database/database.ts';
import { agent } from '../../database/schema/agents.ts';
import { directoryJob } from '../../database/schema/directory.ts';
import { node } from '../../database/schema/nodes.ts';
import type { Live } from '../../live/messages.ts';
import type { Secrets } from '../../secrets.ts';
import type { JobRow } from './read-jobs.ts';
import { isStandingNode } from '../../access/visibility.ts';

export interface StartTools {
  db: Queries;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
  now: Date;
}

/** Why a run did not start. */
export interface NotStarted {
  code: Extract<ErrorCode, 'device_offline' | 'domain_controller_not_found' | 'invalid_input'>;
  words: string;
}

type Starting = Pick<
  JobRow,
  'id' | 'organizationId' | 'domainControllerId' | 'directoryCredentialId' | 'allowPlain' | 'ouPath' | 'recursiveOuPath'
>;

/**
 * Asks the domain controller of a job for the computers of its OU; the job holds the run until it is finished. The caller has locked
 * the job. `by`: who asked; nobody when its time had come.
 */
export async function startRun(
  tools: StartTools,
  job: Starting,
  by: { userId: number | null; ip: string } = { userId: null, ip: '' },
): Promise<NotStarted | undefined> {
  const { db, live, now } = tools;
  const { organizationId, allowPlain, ouPath, recursiveOuPath: recursive } = job;
  const asked = await askable(tools, job);
  if ('code' in asked) return asked;
  const { nodeId, credentialId } = asked;
  const params = { credentialId, allowPlain, ouPath, recursive };
  const runId = await startOwnCommand(
    db,
    live,
    { nodeId, organizationId, method: 'directory.read', params, ...by },
    now,
  );
  await db.update(directoryJob).set({ runId }).where(eq(directoryJob.id, job.id));
  await live.announce(db, 'node', [nodeId]);
  return undefined;
}

async function askable(
  { db, secrets }: StartTools,
  { organizationId, domainControllerId, directoryCredentialId }: Starting,
): Promise<NotStarted | { nodeId: number; credentialId: number }> {
  const gone = { code: 'domain_controller_not_found', words: 'Domain controller not found' } as const;
  if (domainControllerId === null) return gone;
  const [found] = await db
    .select({ organizationId: node.organizationId, isUp: node.isUp, agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(and(eq(node.id, domainControllerId), isStandingNode()));
  // The device may have moved to another organization.
  if (found?.organizationId !== organizationId) return gone;
  if (!found.isUp) return { code: 'device_offline', words: 'The domain controller is offline.' };
  const inability = inabilityOf(found.agent, 'directory.read');
  if (inability !== undefined) return { code: 'invalid_input', words: inability };
  const login =
    directoryCredentialId === null
      ? undefined
      : await loginOf({ db, secrets }, domainControllerId, directoryCredentialId);
  if (directoryCredentialId === null || login === undefined)
    return { code: 'invalid_input', words: 'The credential that reads the directory was removed. Edit the job.' };
  return { nodeId: domainControllerId, credentialId: directoryCredentialId };
}
