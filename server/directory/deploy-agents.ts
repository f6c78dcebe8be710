import { and, eq, sql } from 'drizzle-orm';
import { agentDeploy, type AgentDeploy, type DeployResult } from '#api/contract/agent-methods/deployment.ts';
import { makeEnrollment } from '../agents/make-enrollment.ts';
import { plainText } from '../agents/plain-text.ts';
import { loginOf } from '../credentials/login-of.ts';
import type { Database, Queries } from '../database/database.ts';
import { directoryDevice } from '../database/schema/directory.ts';
import type { Live } from '../live/messages.ts';
import type { Secrets } from '../secrets.ts';
import { isHostName } from './host-name.ts';

interface Tools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
  /** Where computers reach the server. */
  publicUrl: string;
}

/** A request that is lost counts as ended after so many seconds, and is sent again. */
const LOST_SECONDS = agentDeploy.seconds * 2;
/** Days in which the agent that was started may enrol. */
const TOKEN_DAYS = 1;

/** Which of these devices have an agent to install (F04-15). */
export async function controllersWithDueDevices(db: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct domain_controller_id as id from directory_device
    where next_at <= ${now.toISOString()}
      and domain_controller_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`);
  return rows.map(({ id }) => id);
}

interface DueDevice extends Record<string, unknown> {
  id: number;
  organizationId: number;
  locationId: number;
  name: string;
  hostName: string;
  hostKey: string;
  credentialId: number | null;
}

/** Takes one computer that is due; nobody else gets it until `next`. */
async function claimDevice(db: Queries, controller: number, now: Date): Promise<DueDevice | undefined> {
  const next = new Date(now.getTime() + LOST_SECONDS * 1000);
  const { rows } = await db.execute<DueDevice>(sql`
    with due as (
      select id from directory_device where next_at <= ${now.toISOString()} and domain_controller_id = ${controller}
      order by next_at, id limit 1 for update skip locked
    )
    update directory_device d set next_at = ${next.toISOString()}, deployment = 'installing'
    from due where d.id = due.id
    returning d.id, d.organization_id as "organizationId", d.location_id as "locationId", d.name,
      d.host_name as "hostName", d.host_key as "hostKey", d.credential_id as "credentialId"`);
  return rows[0];
}

/**
 * Installs the agent on the approved computers of a domain controller, one after the other, until none is due.
 * @throws RpcError when the domain controller cannot; the computer is tried again later
 */
export async function deployAgents(
  { database, live, secrets, publicUrl }: Tools,
  controller: number,
  deploy: (request: AgentDeploy) => Promise<DeployResult>,
): Promise<void> {
  for (;;) {
    const now = new Date();
    const due = await claimDevice(database, controller, now);
    if (due === undefined) return;
    const { id, organizationId, locationId, hostKey, credentialId } = due;
    const tell = () => live.announce(database, 'node', [controller]);
    await tell();
    const login =
      credentialId === null ? undefined : await loginOf({ db: database, secrets }, controller, credentialId);
    const host = due.hostName || due.name;
    const result =
      login === undefined
        ? withoutCredential(hostKey)
        : isHostName(host)
          ? await deploy({
              host,
              ...login,
              server: publicUrl,
              token: await tokenFor(database, { organizationId, locationId }, now),
              hostKey,
            })
          : ({ code: 'name_unknown', message: '', hostKey } as const);
    await storeResult(database, id, result, new Date());
    await tell();
  }
}

const withoutCredential = (hostKey: string): DeployResult => ({
  code: 'credential_refused',
  message: 'The credential was removed.',
  hostKey,
});

async function tokenFor(
  database: Database,
  place: { organizationId: number; locationId: number },
  now: Date,
): Promise<string> {
  const { token } = await makeEnrollment(database, { place, days: TOKEN_DAYS }, now);
  return token;
}

/** What was decided anew meanwhile stays; so does a device that enrolled before the answer came. */
async function storeResult(db: Queries, id: number, result: DeployResult, now: Date): Promise<void> {
  await db
    .update(directoryDevice)
    .set({
      deployment: result.code === 'installed' ? 'started' : 'failed',
      result: result.code,
      message: plainText(result.message),
      ...(result.hostKey !== '' && { hostKey: result.hostKey }),
      nextAt: null,
      attemptedAt: now,
      updatedAt: now,
    })
    .where(and(eq(directoryDevice.id, id), eq(directoryDevice.deployment, 'installing')));
}
