import { or, sql } from 'drizzle-orm';
import { isStandingOrganization } from '../access/visibility.ts';
import { userGrant } from '../database/schema/users.ts';

/** Grants but those for an organization that is marked for deletion. */
export const isShownGrant = or(
  sql`${userGrant.permission} !~ '^(ORGANIZATION|NODE):'`,
  isStandingOrganization(userGrant.entityId),
);
