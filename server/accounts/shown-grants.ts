import { and, or, sql } from 'drizzle-orm';
import { isStandingOrganization } from '../access/visibility.ts';
import { userGrant } from '../database/schema/users.ts';

/** Grants but those for an organization or a policy that is marked for deletion. */
export const isShownGrant = and(
  or(sql`${userGrant.permission} !~ '^(ORGANIZATION|NODE):'`, isStandingOrganization(userGrant.entityId)),
  sql`not (${userGrant.permission} ~ '^POLICY:' and exists (
    select 1 from policy p where p.id = ${userGrant.entityId} and p.deletion_id is not null))`,
);
