// The states in which the job is saved (F04-20, F04-22, F04-23): a refusal leads to where it can be mended.
import type { FlowContext } from '#engine/flow/flow.ts';
import { add, jobRequest, save } from './job.ts';

export const refused = ['keepRefusal', 'countAttempt'] as const;
const isAbout = (screen: string) => ({ type: 'isAbout', params: { screen } }) as const;
const unvalidated = [...refused, 'forgetValidation'] as const;
const unread = [...refused, 'forgetReading'] as const;

function sending<const Call extends typeof add | typeof save, const Refusals>(call: Call, onError: Refusals) {
  return {
    meta: { screen: 'saving', busy: true },
    invoke: {
      id: call,
      src: call,
      input: ({ context }: { context: FlowContext }) => jobRequest(context, call),
      onDone: { target: 'saved', actions: ['countAttempt', 'keepSaved'] },
      onError,
    },
  } as const;
}

const toDirectory = { guard: isAbout('directory'), target: 'editing.directory', actions: unread } as const;
const toSchedule = { guard: isAbout('schedule'), target: 'editing.scheduleValidated', actions: refused } as const;

/** Scheduled jobs alone are changed. */
export const savingJob = sending(save, [
  { guard: 'needsValidation', target: 'editing.schedule', actions: unvalidated },
  toDirectory,
  toSchedule,
  { target: 'naming', actions: refused },
]);

export const addingJob = sending(add, [
  { guard: 'needsScheduleValidation', target: 'editing.schedule', actions: unvalidated },
  { guard: 'needsValidation', target: 'editing.computers', actions: unvalidated },
  toDirectory,
  toSchedule,
  { guard: isAbout('computers'), target: 'editing.computersValidated', actions: refused },
  { guard: 'isScheduled', target: 'naming', actions: refused },
  { target: 'namingApplied', actions: refused },
]);
