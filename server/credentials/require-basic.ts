import { and, eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { requireFields } from '../require-fields.ts';

/** The field's credential is a BASIC one of the organization. @throws Refused `invalid_input` at that field */
export async function requireBasic(
  db: Queries,
  organizationId: number,
  field: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [pointer, id] of Object.entries(field)) {
    const [found] = await db
      .select({ id: credential.id })
      .from(credential)
      .where(
        and(
          eq(credential.id, id),
          eq(credential.organizationId, organizationId),
          eq(credential.credentialType, 'BASIC'),
        ),
      );
    requireFields({ [pointer]: found ? undefined : 'Choose a basic credential of the organization' });
  }
}
