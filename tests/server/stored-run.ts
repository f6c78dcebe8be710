import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import { appUser } from '#server/database/schema/core.ts';
import { run } from '#server/database/schema/runs.ts';
import { runKind, type AnyRunKind } from '#server/runs/run-kind.ts';
import type { Services } from '#server/services.ts';

/** A kind of run that the server under test does not know, so only the test works on it. */
export const countingKind = (name: string, resumable: boolean, work: AnyRunKind['work']) =>
  runKind({
    name,
    title: name,
    input: Type.Object({}),
    stages: ['count', 'sort'],
    item: Type.Object({ size: Type.String(), height: Type.Optional(Type.Integer()) }),
    result: Type.Unknown(),
    errors: [],
    resumable,
    work,
  });

interface Stored {
  kind: string;
  /** The administrator unless given. */
  userId?: number;
  /** The run is running, held by `holder` until so many seconds from now; without it the run is queued. */
  lease?: number | undefined;
}

/** Stores a run as `startRun` and a claim leave it. `holder` is the process that holds it. */
export async function storeRun({ database, secrets }: Services, { kind, userId, lease }: Stored) {
  const [id, holder] = [randomUUID(), randomUUID()];
  const [me] = await database.select({ id: appUser.id }).from(appUser).orderBy(appUser.id).limit(1);
  await database.insert(run).values({
    id,
    kind,
    subject: '',
    userId: userId ?? me?.id ?? 0,
    ip: '',
    input: secrets.seal('{}'),
    state: lease === undefined ? 'queued' : 'running',
    progress: { stage: 'count', stages: ['count', 'sort'], done: 0, total: 0 },
    ...(lease !== undefined && { holder, leaseUntil: sql`now() + make_interval(secs => ${lease})` }),
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { id, holder };
}
