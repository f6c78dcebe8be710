import { createActor, sendTo, setup } from 'xstate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import type { EffectInput, JobProgressed } from '#engine/flow/flow.ts';
import type { Door } from './door.ts';
import { followJob } from './job-effect.ts';
import type { Hear } from './news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const running = (done: number) => ({
  id: 'run-1',
  state: 'running',
  progress: { stage: 'write', stages: ['write'], done, total: 3, rate: 0, secondsLeft: null },
  cancelRequested: false,
  endedAt: null as string | null,
});
const over = (state: string, more: object) => ({ ...running(3), state, endedAt: '2026-01-01T00:00:00.000Z', ...more });

/** A state that follows a job, with a server that answers as the test says. */
function scene(input: EffectInput, whenLeft: 'cancel' | 'continue' = 'continue') {
  const asked: string[] = [];
  const replies: unknown[] = [];
  /** Of the request to cancel, one after the other. */
  const failures: Error[] = [];
  const events: { type: string; output?: unknown; error?: unknown }[] = [];
  const leaving = new AbortController();
  let tell: Parameters<Hear>[0] = () => undefined;
  const door: Door = async (name, _request, { idempotencyKey }) => {
    asked.push(idempotencyKey === undefined ? name : `${name} ${idempotencyKey}`);
    const failure = name === 'cancelRun' ? failures.shift() : undefined;
    if (failure !== undefined) throw failure;
    if (name === 'cancelRun') return running(0);
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const hear: Hear = (listener) => {
    tell = listener;
    return () => undefined;
  };
  const job = followJob({
    name: 'startWork',
    effect: { kind: 'job', whenLeft, errors: [] },
    door,
    hear,
    leaving: leaving.signal,
  });
  const keep = ({ event }: { event: { type: string } }) => void events.push(event);
  const machine = setup({ actors: { job }, actions: { keep } }).createMachine({
    initial: 'working',
    states: {
      working: {
        invoke: { id: 'job', src: 'job', input, onDone: 'left', onError: 'left' },
        on: {
          'job.progressed': { actions: 'keep' },
          stop: { actions: sendTo('job', { type: 'job.cancel' }) },
          leave: 'left',
        },
        exit: 'keep',
      },
      left: {},
    },
  });
  const actor = createActor(machine);
  return { asked, replies, failures, events, leaving, actor, tell: (topic: string, ids: string[]) => tell(topic, ids) };
}

const donesOf = (events: readonly { type: string }[]) =>
  events.flatMap((event) => (event.type === 'job.progressed' ? (event as JobProgressed).progress.done : []));

it('starts a run once, reads it again when it is announced, and ends with its result', async () => {
  const { asked, replies, events, actor, tell } = scene({ key: 'key-1', params: { id: 4 } });
  replies.push(running(0), running(1), over('done', { result: { add: 3 } }));
  actor.start();
  await vi.advanceTimersByTimeAsync(1);
  // Of another run.
  tell('run', ['run-2']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['startWork key-1']);
  // Many messages, one reading.
  for (let count = 0; count < 20; count += 1) tell('run', ['run-1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['startWork key-1', 'readRun']);
  expect(donesOf(events)).toEqual([0, 1]);
  // Nothing is heard: it is polled.
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual(['startWork key-1', 'readRun', 'readRun']);
  expect(events.at(-1)).toMatchObject({ type: 'xstate.done.actor.job', output: { add: 3 } });
});

it('attaches to a run that it is given and never starts another', async () => {
  const { asked, replies, events, actor } = scene({ key: 'key-1', params: { id: 4 }, run: 'run-1' });
  const refusal = { code: 'run_interrupted', message: 'The server stopped.' };
  replies.push(running(2), over('interrupted', { refusal }));
  actor.start();
  await vi.advanceTimersByTimeAsync(2500);
  expect(asked).toEqual(['readRun', 'readRun']);
  expect(events.at(-1)).toMatchObject({ type: 'xstate.error.actor.job', error: refusal });
});

it('follows a run that could not be cancelled, and asks again with the next reading', async () => {
  const { asked, replies, failures, events, actor } = scene({ key: 'key-1', params: {} });
  failures.push(new CallFailed('offline', 'The server cannot be reached.'));
  replies.push(running(0), running(1), over('cancelled', { refusal: { code: 'run_cancelled', message: '' } }));
  actor.start();
  // Before anybody knows the run.
  actor.send({ type: 'stop' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual(['startWork key-1', 'cancelRun run-1-cancel', 'readRun', 'cancelRun run-1-cancel', 'readRun']);
  expect(donesOf(events)).toEqual([0, 1, 3]);
  expect(events.at(-1)).toMatchObject({ error: { code: 'run_cancelled' } });
});

it('ends as refused with data when the server cannot be reached', async () => {
  const { replies, events, actor } = scene({ params: {} });
  replies.push(new CallFailed('unavailable', 'The database cannot be reached.'));
  actor.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(events.at(-1)).toMatchObject({
    error: { code: 'unavailable', message: 'The database cannot be reached.' },
  });
});

it.each([
  ['cancels the run when its state is left and the flow says so', 'cancel', false, ['cancelRun run-1-cancel']],
  ['leaves the run alone when the flow says that it continues', 'continue', false, []],
  ['leaves the run alone when the page goes away', 'cancel', true, []],
] as const)('%s', async (_, whenLeft, pageGoes, expected) => {
  const { asked, replies, actor, leaving } = scene({ params: {}, run: 'run-1' }, whenLeft);
  replies.push(running(1));
  actor.start();
  await vi.advanceTimersByTimeAsync(1);
  if (pageGoes) {
    leaving.abort();
    actor.stop();
  } else actor.send({ type: 'leave' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.slice(1)).toEqual(expected);
});

it('reads its run again while the server cannot be reached, and starts no second one', async () => {
  const { asked, replies, events, actor } = scene({ key: 'key-1', params: { id: 4 } });
  const gone = new CallFailed('offline', 'No way there.');
  replies.push(running(0), gone, gone, over('done', { result: { add: 3 } }));
  actor.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual(['startWork key-1', 'readRun', 'readRun', 'readRun']);
  expect(events.at(-1)).toMatchObject({ type: 'xstate.done.actor.job', output: { add: 3 } });
});

it('gives up following after 10 tries, 5 seconds apart', async () => {
  const { asked, replies, events, actor } = scene({ key: 'key-1', params: { id: 4 } });
  replies.push(running(0), ...Array.from({ length: 20 }, () => new CallFailed('offline', 'No way there.')));
  actor.start();
  await vi.advanceTimersByTimeAsync(51_000);
  expect(events.at(-1)?.type).not.toBe('xstate.error.actor.job');
  await vi.advanceTimersByTimeAsync(2000);
  expect(events.at(-1)).toMatchObject({ type: 'xstate.error.actor.job', error: { code: 'offline' } });
  expect(asked).toHaveLength(12);
});
