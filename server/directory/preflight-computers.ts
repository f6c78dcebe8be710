import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { agentPreflight, type AgentPreflight, type PreflightResult } from '#api/contract/agent-methods/deployment.ts';
import { plainText } from '../agents/plain-text.ts';
import type { CheckCode } from '#api/contract/directory.ts';
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
}

type CheckResult = Omit<PreflightResult, 'code'> & { code: CheckCode };

/** A check that is lost is sent again after so many seconds. */
const LOST_SECONDS = agentPreflight.seconds * 2;

/** Which of these devices have a computer to check. */
export async function controllersWithDueChecks(db: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct domain_controller_id as id from directory_device
    where check_at <= ${now.toISOString()}
      and domain_controller_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`);
  return rows.map(({ id }) => id);
}

interface DueComputer extends Record<string, unknown> {
  id: number;
  name: string;
  hostName: string;
  hostKey: string;
  credentialId: number | null;
}

/** Takes one computer that is due; nobody else gets it until the check counts as lost. */
async function claimComputer(db: Queries, controller: number, now: Date): Promise<DueComputer | undefined> {
  const next = new Date(now.getTime() + LOST_SECONDS * 1000);
  const { rows } = await db.execute<DueComputer>(sql`
    with due as (
      select id from directory_device where check_at <= ${now.toISOString()} and domain_controller_id = ${controller}
      order by check_at, id limit 1 for update skip locked
    )
    update directory_device d set check_at = ${next.toISOString()} from due where d.id = due.id
    returning d.id, d.name, d.host_name as "hostName", d.host_key as "hostKey", d.credential_id as "credentialId"`);
  return rows[0];
}

/**
 * Checks the computers of a domain controller, one after the other, until none is due. One that refuses the credential ends the checks
 * with it: each sign-in that fails counts towards the lockout of the account.
 * @throws RpcError when the domain controller cannot; the computer is tried again later
 */
export async function preflightComputers(
  { database, live, secrets }: Tools,
  controller: number,
  preflight: (request: AgentPreflight) => Promise<PreflightResult>,
): Promise<void> {
  for (;;) {
    const due = await claimComputer(database, controller, new Date());
    if (due === undefined) return;
    const { id, name, hostKey, credentialId } = due;
    const login =
      credentialId === null ? undefined : await loginOf({ db: database, secrets }, controller, credentialId);
    const host = due.hostName || name;
    const result: CheckResult =
      login === undefined
        ? { code: 'no_credential', message: '', hostKey: '' }
        : isHostName(host)
          ? await preflight({ host, ...login, hostKey })
          : { code: 'name_unknown', message: '', hostKey: '' };
    const now = new Date();
    await storeCheck(database, id, result, now);
    if (result.code === 'credential_refused' && credentialId !== null)
      await endChecks(database, { controller, credentialId, name }, now);
    await live.announce(database, 'node', [controller]);
  }
}

/** Stores nothing where somebody decided about the computer during the check. */
async function storeCheck(db: Queries, id: number, result: CheckResult, now: Date): Promise<void> {
  await db
    .update(directoryDevice)
    .set({
      checkAt: null,
      checkCode: result.code,
      checkMessage: plainText(result.message),
      checkedAt: now,
      ...(result.hostKey !== '' && { hostKey: result.hostKey }),
    })
    .where(and(eq(directoryDevice.id, id), isNotNull(directoryDevice.checkAt)));
}

async function endChecks(
  db: Queries,
  { controller, credentialId, name }: { controller: number; credentialId: number; name: string },
  now: Date,
): Promise<void> {
  await db
    .update(directoryDevice)
    .set({ checkAt: null, checkCode: 'not_tried', checkMessage: name, checkedAt: now })
    .where(
      and(
        eq(directoryDevice.domainControllerId, controller),
        eq(directoryDevice.credentialId, credentialId),
        isNotNull(directoryDevice.checkAt),
      ),
    );
}
