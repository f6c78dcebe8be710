import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { lockMigration } from '../database/migrate.ts';
import { draft } from '../database/schema/drafts.ts';
import type { Secrets } from '../secrets.ts';

const batch = 200;

/** Sealed, because answers may contain keys, such as a request's headers. */
type SealedSnapshot = NonNullable<typeof draft.$inferSelect.snapshot>;

export function sealSnapshot(snapshot: unknown, { seal }: Pick<Secrets, 'seal'>): SealedSnapshot {
  return { sealed: seal(JSON.stringify(snapshot ?? null)) };
}

export function openSnapshot({ sealed }: SealedSnapshot, { open }: Pick<Secrets, 'open'>): unknown {
  return JSON.parse(open(sealed));
}

/** At each start, seals drafts that an earlier version stored in plain text. */
export async function sealOldDrafts(database: Database, secrets: Pick<Secrets, 'seal'>): Promise<void> {
  // Compare as text: `->` fails on a lone surrogate.
  const plain = sql`${draft.snapshot}::text not like '{"sealed":"%'`;
  for (;;) {
    const found = await database.transaction(async (tx) => {
      await lockMigration(tx);
      const rows = await tx
        .select({ userId: draft.userId, id: draft.id, snapshot: draft.snapshot })
        .from(draft)
        .where(and(isNotNull(draft.snapshot), plain))
        .limit(batch)
        .for('update');
      for (const { userId, id, snapshot } of rows)
        await tx
          .update(draft)
          .set({ snapshot: sealSnapshot(snapshot, secrets) })
          .where(and(eq(draft.userId, userId), eq(draft.id, id)));
      return rows.length;
    });
    if (found < batch) return;
  }
}
