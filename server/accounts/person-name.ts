import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { appUser } from '../database/schema/users.ts';

/** `Ada Byron` of the joined user; empty without one, as where the user is deleted. */
export function personName(user: { firstName: AnyColumn; lastName: AnyColumn } = appUser): SQL<string> {
  return sql<string>`coalesce(trim(${user.firstName} || ' ' || ${user.lastName}), '')`;
}
