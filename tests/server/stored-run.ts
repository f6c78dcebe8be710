import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import { queueCommand, runPrefix } from '#server/agents/command-queue.ts';
import type { Database } from '#server/database/database.ts';
import { appUser } from '#server/database/schema/users.ts';
import { run } from '#server/database/schema/runs.ts';
import { runKind, type AnyRunKind } from '#server/runs/run-kind.ts';
import type { Services } from '#server/services.ts';

/** A kind of run that the server under test does not know, so only the test works on it. */
export const countingKind = (name: string, resumable: boolean, work: NonNullable<AnyRunKind['work']>) =>
  runKind({
    name,
    title: name,
    input: Type.Object({}),
    stages: ['count', 'sort'],
    item: Type.Object({
      size: Type.String(),
      height: Type.Optional(Type.Integer()),
      tags: Type.Optional(Type.Array(Type.String())),
    }),
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

/** Stores a run of a method of an agent, and its command for the device, as `startCommand` leaves them. Answers the run's id. */
export async function storeCommand<M extends AgentMethod>(
  services: Services,
  command: { nodeId: number; method: M; params: AgentPart<M, 'params'> },
): Promise<string> {
  return services.database.transaction(async (db) => {
    const kind = `${runPrefix}${command.method}`;
    const { id } = await storeRun({ ...services, database: db as unknown as Database }, { kind });
    const subject = String(command.nodeId);
    await db.update(run).set({ state: 'running', subject, input: null }).where(eq(run.id, id));
    await queueCommand(db, { id, ...command }, new Date());
    return id;
  });
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
