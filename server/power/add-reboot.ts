import { randomUUID } from 'node:crypto';
import { and, count, eq, inArray } from 'drizzle-orm';
import { mostWaiting } from '#api/contract/reboots.ts';
import { scheduleProblems, type Schedule } from '#api/contract/schedule.ts';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import { nextRuns } from '#engine/vocabulary/schedule.ts';
import { defaultWords } from '#engine/vocabulary/words.ts';
import manifest from '#schemas/reboot/flow.json';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { scheduledTask, scheduledTaskTarget } from '../database/schema/scheduled-tasks.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { answerProblems } from '../screens/answer-problems.ts';
import { signReboot } from '../scripts/signing.ts';
import { targetDevices } from '../scripts/start-script-run.ts';
import { wakeReboots } from './run-reboots.ts';

type Asked = BodyOf<Catalogue['addReboot']>;

/**
 * How long after its time a reboot may still begin. A device that is skipped when it is offline has as long as one needs to come back
 * after the server has restarted; one that is not skipped has a day.
 */
const LATE_MS = { skipped: 5 * 60_000, waited: 86_400_000 } as const;

/**
 * Schedules one reboot of each device (F13-08), signed for it now.
 * @throws Refused `invalid_input`, `not_found`, `forbidden`
 */
export async function addReboot(context: WriteContext, asked: Asked): Promise<ReplyOf<Catalogue['addReboot']>> {
  const { db, now, actor } = context;
  const { content, schedule, description } = asked;
  const name = asked.name.trim();
  const ids = asked.targets.map(({ targetId }) => targetId);
  // F13-07 too: the screen says what is wrong with its fields.
  const answers = readBody(manifest, 'addReboot', asked);
  requireAnswers(
    answerProblems(context.services.screens, { flow: 'reboot', manifest, call: 'addReboot' }, answers, {
      now,
    }),
  );
  requireFields({
    '/targets': new Set(ids).size < ids.length ? 'A device is there twice' : undefined,
    ...scheduleFields(schedule),
  });
  const runAt = requireFuture(schedule, now);
  const devices = await targetDevices(context, ids);
  await requireRoom(context, ids);
  const lastAt = new Date(runAt.getTime() + (content.skipIfOffline ? LATE_MS.skipped : LATE_MS.waited));
  const { userId, name: createdBy } = signedIn(actor);
  const { skipIfOffline } = content;
  const [task] = await db
    .insert(scheduledTask)
    .values({ name, description, skipIfOffline, schedule, runAt, lastAt, userId, createdBy, createdAt: now })
    .returning({ id: scheduledTask.id });
  if (!task) throw new Error('The reboot was not stored');
  const span = { notBefore: runAt.toISOString(), notAfter: lastAt.toISOString() };
  for (const { node: device } of devices) {
    const commandId = randomUUID();
    const signature = signReboot(context.services.secrets, commandId, device.id, span);
    await db.insert(scheduledTaskTarget).values({ taskId: task.id, nodeId: device.id, commandId, signature });
    await context.audit({
      action: 'REBOOT_SCHEDULED',
      entityType: 'NODE',
      entityId: device.id,
      organizationId: device.organizationId,
      summary: `Scheduled the reboot “${name}” of “${device.friendlyName || device.name}” for ${span.notBefore}`,
    });
  }
  await wakeReboots(db, runAt);
  await context.announce('node', ids);
  return { resultCode: 'SUCCESS', id: task.id, runAt: span.notBefore };
}

/** What is wrong with the schedule of a reboot, which runs once (F13-10). */
function scheduleFields(schedule: Schedule): Record<string, string | undefined> {
  const { repeats, end } = schedule;
  const problems = Object.entries(scheduleProblems(schedule)).map(([at, words]) => [`/schedule${at}`, words] as const);
  return {
    ...Object.fromEntries(problems),
    '/schedule/repeats': repeats === 'RUN_ONCE' ? undefined : 'A reboot runs once',
    '/schedule/end/type': end.type === 'AFTER' ? undefined : 'A reboot ends after one occurrence',
    '/schedule/end/occurenceCount': end.occurenceCount === 1 ? undefined : 'A reboot has one occurrence',
  };
}

/** When it runs, by the clocks of its zone (F13-07). @throws Refused `invalid_input` */
function requireFuture(schedule: Schedule, now: Date): Date {
  const [next] = nextRuns(schedule, { after: now.getTime(), count: 1 });
  requireFields({ '/schedule/startDate': next === undefined ? defaultWords('inFuture', {}) : undefined });
  if (next === undefined) throw new Error('A reboot without a time');
  return new Date(next.milliseconds);
}

/** Locks the devices, so that of two that come together one counts the other. @throws Refused `invalid_input` */
async function requireRoom({ db }: Pick<CallContext, 'db'>, ids: readonly number[]): Promise<void> {
  const those = [...ids];
  const locked = db.select({ id: node.id }).from(node).where(inArray(node.id, those)).orderBy(node.id);
  await locked.for('no key update');
  const waiting = await db
    .select({ nodeId: scheduledTaskTarget.nodeId, waiting: count() })
    .from(scheduledTaskTarget)
    .where(and(inArray(scheduledTaskTarget.nodeId, those), eq(scheduledTaskTarget.state, 'WAITING')))
    .groupBy(scheduledTaskTarget.nodeId);
  requireFields({
    '/targets': waiting.some((each) => each.waiting >= mostWaiting)
      ? `${mostWaiting} reboots of a device wait already`
      : undefined,
  });
}
