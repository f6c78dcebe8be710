import { sql, type SQL } from 'drizzle-orm';
import { isOfStandingAuthor } from '../access/author.ts';

/** Whether neither the policy of an automation nor its author is marked for deletion. Until the undo, what is due waits. `row`: of `policy_automation`. */
export const isStandingAutomation = (row: SQL): SQL => sql`(
  exists (select 1 from policy p where p.id = ${row}.policy_id and p.deletion_id is null)
  and ${isOfStandingAuthor(sql`${row}.user_id`)})`;
