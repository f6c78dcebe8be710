// An upload resumes where it stopped; another file is another upload; a cancelled one keeps nothing.
import type { FlowContext, JobProgress, JobProgressed } from '#engine/flow/flow.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import type { MachineEvent } from '../generator/move.ts';
import { THE_RUN } from '../generator/material.ts';
import { stateOf, type Stand } from '../generator/survey.ts';
import { takeEvent } from '../generator/take-event.ts';
import type { Asked, Problem } from './asked.ts';
import { isUnderWay, wasAttached, wrongResume } from './jobs.ts';

export function wrongUploads(asked: Asked): Problem[] {
  const uploads = Object.entries(asked.flow.effects).filter(([, { kind }]) => kind === 'upload');
  return uploads.flatMap(([upload]) => [
    ...asked.found.stands
      .filter(({ snapshot }) => isUnderWay(snapshot, upload))
      .flatMap((at) => [
        ...wrongResume(asked, upload, at),
        ...wrongPause(asked, upload, at),
        ...wrongCancel(asked, upload, at),
      ]),
    ...forgottenUploads(asked, upload),
    ...wrongStarts(asked, upload),
  ]);
}

/** What was on its way when the person pressed. */
const halfSent = (effect: string): JobProgressed & MachineEvent => ({
  type: 'job.progressed',
  effect,
  run: THE_RUN,
  progress: { stage: 'send', stages: ['send'], done: 1, total: 2, rate: 0, secondsLeft: null, cancelRequested: false },
});

/** Paused and going on are said to whoever sends, once, and each leads to the other. */
function wrongPause({ flow }: Asked, upload: string, at: Stand): Problem[] {
  const [pause, goOn] = ['pause', 'continue'] as const;
  const can = (word: string, snapshot = at.snapshot) => snapshot.can({ type: `${word}.requested` });
  const wrong = [pause, goOn].flatMap((word) => {
    if (!can(word)) return [];
    const other = word === pause ? goOn : pause;
    const { next, actions } = takeEvent(flow.machine, at.snapshot, { type: `${word}.requested` });
    const told = actions.filter(
      ({ params }) => (params as { event?: { type?: string } } | undefined)?.event?.type === `upload.${word}`,
    );
    const onItsWay = takeEvent(flow.machine, next, halfSent(upload)).next;
    const { progress } = (onItsWay.context as FlowContext).shown as { progress?: JobProgress };
    return [
      ...((progress?.paused === true) === (word === pause) ? [] : [`asked to ${word}, ${upload} shows the opposite`]),
      ...(told.length === 1 ? [] : [`asked to ${word}, ${upload} is told so ${told.length} times`]),
      ...(isUnderWay(next, upload) && can(other, next) && !can(word, next)
        ? []
        : [`asked to ${word}, ${upload} cannot be asked to ${other}`]),
    ];
  });
  if (!can(pause) && !can(goOn)) wrong.push(`${upload} can neither pause nor go on`);
  return wrong.map((problem) => ({ problem: `${stateOf(at)}: ${problem}`, at }));
}

/** What a failure left half-way is kept, so that the next start can go on with it. */
function forgottenUploads({ found }: Asked, upload: string): Problem[] {
  return found.steps.flatMap(({ before, move, after }) => {
    if (move.kind !== 'refuse' || move.effect !== upload || !endsNothing(move.refusal)) return [];
    const { runs: known = {} } = before.snapshot.context as FlowContext;
    const { runs: kept = {} } = after.snapshot.context as FlowContext;
    if (known[upload] === kept[upload]) return [];
    return [
      { problem: `${upload} ends with ${move.refusal}, and the part that the server has is forgotten`, at: after },
    ];
  });
}

function endsNothing(code: string): boolean {
  return isUncertain(code) || code === 'file_needed';
}

/** Given up, the next one begins anew. */
function wrongCancel({ flow }: Asked, upload: string, at: Stand): Problem[] {
  const cancel = { type: 'cancel.requested' };
  if (!at.snapshot.can(cancel)) return [{ problem: `${stateOf(at)}: ${upload} cannot be given up`, at }];
  const { next } = takeEvent(flow.machine, at.snapshot, cancel);
  const { runs = {} } = next.context as FlowContext;
  const wrong = [
    ...(isUnderWay(next, upload) ? [`given up, ${upload} goes on`] : []),
    ...(runs[upload] === undefined ? [] : [`given up, ${upload} would go on with what was removed`]),
  ];
  return wrong.map((problem) => ({ problem: `${stateOf(at)}: ${problem}`, at }));
}

/** The same file goes on after a failure that ends nothing; another one, and what was decided, begins anew. */
function wrongStarts({ found }: Asked, upload: string): Problem[] {
  return found.steps.flatMap(({ before, started, after }) => {
    const next = started.find(({ effect }) => effect === upload);
    const last = before.sent[upload];
    if (next === undefined || last?.reply === undefined) return [];
    const { reply, input } = last;
    const goesOn =
      'refused' in reply && endsNothing(reply.refused) && next.input.file === input.file && wasAttached(before, upload);
    if (goesOn === (next.input.run === THE_RUN)) return [];
    const problem = goesOn
      ? `${upload} begins anew, and the server has a part of the file`
      : `${upload} begins anew and goes on with another upload`;
    return [{ problem, at: after }];
  });
}
