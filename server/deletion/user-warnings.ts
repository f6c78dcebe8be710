import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import type { Plan } from './add-deletion.ts';
import type { Scope } from './scope.ts';

/** Named of each; the others are counted. */
const MOST_NAMED = 5;

interface Stops {
  code: string;
  /** Rows `id`, `name`. */
  rows(userId: number): SQL;
  message(names: string): string;
}

/** What runs in the name of a user, and stops with the user. */
const stops: readonly Stops[] = [
  {
    code: 'AUTOMATIONS_STOP',
    rows: (userId) => sql`select a.id, a.script_name || ' (' || p.name || ')' as name from policy_automation a
      join policy p on p.id = a.policy_id and p.deletion_id is null where a.user_id = ${userId} and a.enabled`,
    message: (names) =>
      `These automations run with the permissions of this user and stop: ${names}. Save them again as somebody else to keep them.`,
  },
  {
    code: 'DISCOVERIES_STOP',
    rows: (userId) => sql`select id, name from network_scan where user_id = ${userId} and not paused
      union all select id, name from directory_job where user_id = ${userId} and job_type = 'SCHEDULED'`,
    message: (names) =>
      `These scheduled discoveries run with the permissions of this user and stop: ${names}. Save them again as somebody else to keep them.`,
  },
  {
    code: 'REBOOTS_STOP',
    rows: (userId) => sql`select s.id, s.name from scheduled_task s where s.user_id = ${userId}
      and exists (select 1 from scheduled_task_target t where t.task_id = s.id and t.state = 'WAITING')`,
    message: (names) => `These scheduled reboots of this user do not run: ${names}.`,
  },
  {
    code: 'PUBLICATIONS_WAIT',
    rows: (userId) => sql`select id, flow || '/' || screen as name from scheduled_screen
      where user_id = ${userId} and failed_at is null`,
    message: (names) =>
      `These screens are not published at their time: ${names}. Take each as your own change in the Studio and publish it.`,
  },
];

export async function userWarnings(db: Queries, scope: Scope): Promise<Plan['warnings']> {
  if (!('userId' in scope)) return [];
  const warnings: Plan['warnings'] = [];
  for (const { code, rows, message } of stops) {
    const names = await named(db, rows(scope.userId));
    if (names !== undefined) warnings.push({ code, message: message(names) });
  }
  return warnings;
}

/** “Clean up (Servers), Update (Web) and 3 more”; undefined where there are none. */
async function named(db: Queries, found: SQL): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string; total: number }>(
    sql`select name, (count(*) over ())::int as total from (${found}) as own order by lower(name), id limit ${MOST_NAMED}`,
  );
  const [first] = rows;
  if (!first) return undefined;
  const others = first.total - rows.length;
  return rows.map(({ name }) => name).join(', ') + (others > 0 ? ` and ${others.toLocaleString('en')} more` : '');
}
