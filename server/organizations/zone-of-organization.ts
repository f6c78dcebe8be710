import { sql } from 'drizzle-orm';
import { division, organization } from '../database/schema/organizations.ts';

/** The IANA zone by whose clocks the schedules of an organization run; the query joins `division`. */
export const zoneOfOrganization = sql<string>`case when ${organization.timeZoneId} = '_Division' then ${division.timeZoneId} else ${organization.timeZoneId} end`;
