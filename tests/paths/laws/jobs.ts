// A job: left, it goes on or is cancelled, as declared; resumed, it is attached to and never started twice.
import type { AnyMachineSnapshot } from 'xstate';
import { toDraft } from '#engine/flow/draft.ts';
import type { EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { THE_RUN } from '../generator/material.ts';
import { invokesOf, type Move } from '../generator/move.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { lastReplied, stateOf, type Stand } from '../generator/survey.ts';
import { takeEvent } from '../generator/take-event.ts';
import type { Asked, Problem } from './asked.ts';

export function wrongJobs(asked: Asked): Problem[] {
  const jobs = Object.entries(asked.flow.effects).filter(([, { kind }]) => kind === 'job');
  return jobs.flatMap(([job, { whenLeft }]) => [
    ...(whenLeft === undefined ? [{ problem: `${job} does not say what becomes of its run when it is left` }] : []),
    ...untoldStages(asked, job),
    ...asked.found.stands
      .filter(({ snapshot }) => isUnderWay(snapshot, job))
      .flatMap((at) => [...wrongResume(asked, job, at), ...wrongCancel(asked, job, at)]),
    ...wrongStarts(asked, job, whenLeft === 'cancel'),
  ]);
}

export function isUnderWay(snapshot: AnyMachineSnapshot, job: string): boolean {
  return snapshot.status === 'active' && invokesOf(snapshot).some(({ effect }) => effect === job);
}

/** The draft of a job whose run is known attaches to it; in the address of another browser, too. */
export function wrongResume({ flow, screens }: Asked, job: string, at: Stand): Problem[] {
  const { runs = {}, params, shown } = at.snapshot.context as FlowContext;
  const hasProgressed = at.by?.move.kind === 'progress' || shown['progress'] !== undefined;
  if (hasProgressed && runs[job] === undefined && at.by?.move.kind === 'progress')
    return [{ problem: `${stateOf(at)}: ${job} reports its run, and it is not kept`, at }];
  const draft: unknown = JSON.parse(JSON.stringify(toDraft(flow, screens, at.snapshot) ?? null));
  if (draft === null || runs[job] === undefined) return [];
  const { snapshot } = fromDraft(flow, screens, draft, params);
  const { value, children } = snapshot as unknown as {
    value: unknown;
    children: Record<string, { snapshot: { input: EffectInput } }>;
  };
  if (JSON.stringify(value) !== JSON.stringify(at.snapshot.value)) return [];
  const run = Object.values(children)[0]?.snapshot.input.run;
  return run === runs[job]
    ? []
    : [{ problem: `${stateOf(at)}: resumed, ${job} starts a second run (attached to ${String(run)})`, at }];
}

/** A job that can be asked to stop is asked once, on the other end. */
function wrongCancel({ flow }: Asked, job: string, at: Stand): Problem[] {
  const cancel = { type: 'cancel.requested' };
  if (!at.snapshot.can(cancel)) return [];
  const { next: after, actions } = takeEvent(flow.machine, at.snapshot, cancel);
  const asks = actions.filter(
    ({ params }) => (params as { event?: { type?: string } } | undefined)?.event?.type === 'job.cancel',
  );
  const wrong: string[] = [];
  if (asks.length !== 1) wrong.push(`asked to stop, ${job} cancels its run ${asks.length} times`);
  if (!isUnderWay(after, job)) wrong.push(`asked to stop, ${job} is left before its run has ended`);
  else if (after.can(cancel)) wrong.push(`${job} can be asked to stop twice`);
  return wrong.map((problem) => ({ problem: `${stateOf(at)}: ${problem}`, at }));
}

/** After a definite end, or where leaving it cancelled it, another run is started; after an uncertain one the same is attached to. */
function wrongStarts({ found }: Asked, job: string, isCancelled: boolean): Problem[] {
  return found.steps.flatMap(({ before, started, after }) => {
    const next = started.find(({ effect }) => effect === job);
    const last = before.sent[job];
    if (next === undefined || last === undefined) return [];
    const wasKnown = wasAttached(before, job);
    // Something else was asked for in between: another file was checked.
    if (last.reply !== undefined && lastReplied(before) !== job)
      return next.input.run === undefined
        ? []
        : [{ problem: `${job} is started for something else and is attached to the run of before`, at: after }];
    const wasLeft = isCancelled && leftBehind(before, job);
    const isOpen =
      !wasLeft && (last.reply === undefined || ('refused' in last.reply && isUncertain(last.reply.refused)));
    if (isOpen && wasKnown && next.input.run !== THE_RUN)
      return [{ problem: `${job} is started again while its run may go on`, at: after }];
    return !isOpen && next.input.run !== undefined
      ? [{ problem: `${job} has ended, and the next one is attached to its run`, at: after }]
      : [];
  });
}

/** Whether the person went away from the job before its end, so that the latest step out of its state was no reply of it. */
function leftBehind({ by, snapshot }: Stand, job: string): boolean {
  if (by === undefined || isUnderWay(snapshot, job)) return false;
  return isUnderWay(by.before.snapshot, job) ? !isReplyOf(by.move, job) : leftBehind(by.before, job);
}

function isReplyOf(move: Move, job: string): boolean {
  return (move.kind === 'done' || move.kind === 'refuse') && move.effect === job;
}

/** Whether the latest start of the job had said its run. */
export function wasAttached({ by }: Stand, job: string): boolean {
  if (by === undefined) return false;
  if (by.move.kind === 'progress' && by.move.effect === job) return true;
  return by.started.some(({ effect }) => effect === job) ? false : wasAttached(by.before, job);
}

/** Each stage has words on the screen that shows it, where the screen tells stages. */
function untoldStages({ material, screens, found }: Asked, job: string): Problem[] {
  const seen = new Set(Object.values(material.progress?.[job] ?? {}).flatMap(({ stages }) => stages));
  const shownOn = new Set(
    found.stands
      .filter(({ snapshot }) => isUnderWay(snapshot, job))
      .flatMap(({ snapshot }) => screenOfSnapshot(snapshot) ?? []),
  );
  const progress = found.steps.filter(({ move }) => move.kind === 'progress' && move.effect === job);
  const silent = progress.filter(({ after }) => {
    const { shown } = after.snapshot.context as FlowContext;
    return shown['progress'] === undefined;
  });
  return [
    ...[...shownOn].flatMap((id) =>
      Object.keys(screens[id]?.document.stages ?? {}).length === 0
        ? []
        : [...seen]
            .filter((stage) => screens[id]?.document.stages?.[stage] === undefined)
            .map((stage) => ({ problem: `${id} has no words for the stage ${stage} of ${job}` })),
    ),
    ...silent.map(({ after }) => ({ problem: `${stateOf(after)} does not show how far ${job} is`, at: after })),
  ];
}
