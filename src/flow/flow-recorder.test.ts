import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import type { Flow } from '#engine/flow/flow.ts';
import organization from '#machines/organization/flow.ts';
import manifest from '#schemas/organization/flow.json';
import { memoryStorage } from '#tests/flows/memory-storage.ts';
import { instance, screensOf, settled } from '#tests/flows/rehearsal.ts';
import { recordFlow } from './flow-recorder.ts';
import { createFlowSession, type FlowSessionSettings } from './flow-session.ts';
import { localDrafts } from './local-drafts.ts';

const loaded = { flow: { ...manifest, ...organization } as Flow, screens: screensOf('organization') };

type Send = NonNullable<Parameters<typeof recordFlow>[2]>;

let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function recorded(
  send: Send = async () => undefined,
  door: FlowSessionSettings['door'] = async () => ({ client: { id: 9 } }),
) {
  const sent = vi.fn<Send>(send);
  const session = createFlowSession({
    ...loaded,
    door,
    input: { instance, mode: 'NEW', now: '2026-01-01T00:00:00.000Z' },
    drafts: {
      owner: '1',
      local: localDrafts(memoryStorage()),
      server: {
        read: async () => undefined,
        list: async () => [],
        save: async ({ revision }) => revision,
        remove: async () => undefined,
      },
      now: () => '2026-01-01T00:00:00.000Z',
    },
  });
  recordFlow(session, 'NEW', sent);
  const tell = (type: string, data: Record<string, unknown>) =>
    session.send({ type, screen: session.moment().view.screen, data } as never);
  const steps = () => sent.mock.calls.flatMap(([body]) => body.steps);
  return { session, sent, steps, tell };
}

it('sends events, states and the fields that hold an answer, and no value', async () => {
  const { tell, sent, steps } = recorded();
  tell('step.changed', { name: 'N' });
  tell('step.changed', { name: 'Northwind', timeZoneId: '' });
  tell('step.submitted', { name: 'Northwind', ['Their own word']: 'x' });
  tell('step.submitted', { locations: [{ name: 'Rotterdam' }, { name: 'Lyon', main: true }] });
  tell('step.submitted', {});
  await settled();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps().map(({ event, fields }) => [event, fields])).toEqual([
    ['opened', undefined],
    ['change details', ['/name']],
    ['submit details', ['/name']],
    ['submit locations', ['/locations/*/name']],
    ['submit confirm', []],
    ['done addOrganization', undefined],
  ]);
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    flow: 'organization',
    mode: 'NEW',
    outcome: 'finished',
  });
  const spelled = JSON.stringify(sent.mock.calls);
  for (const value of ['Northwind', 'Rotterdam', 'Lyon', 'Their own word']) expect(spelled).not.toContain(value);
});

it('records a flow that is opened again as another session', async () => {
  const ids = new Set<string>();
  for (const _ of [1, 2]) {
    const { session, sent } = recorded();
    session.stop();
    await vi.advanceTimersByTimeAsync(0);
    ids.add(sent.mock.lastCall?.[0].id ?? '');
  }
  expect(ids.size).toBe(2);
});

it('tells a refusal by its code, and sends what happened after five seconds', async () => {
  const { tell, sent, steps } = recorded(undefined, async () => {
    throw new CallFailed('offline', 'The server cannot be reached.', { status: 0 });
  });
  for (const data of [{ name: 'Northwind' }, { locations: [{ name: 'Lyon' }] }, {}]) tell('step.submitted', data);
  await settled();
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(steps().at(-1)).toMatchObject({ event: 'refuse addOrganization offline' });
  expect(sent.mock.lastCall?.[0].outcome).toBeUndefined();
});

it('says that the page was left, once', async () => {
  const { session, tell, sent, steps } = recorded();
  tell('step.submitted', { name: 'Northwind' });
  page.dispatchEvent(new Event('pagehide'));
  session.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps().map(({ event }) => event)).toEqual(['opened', 'submit details', 'left']);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(sent.mock.lastCall?.[0]).toMatchObject({ from: 0, outcome: 'left' });
});

it('sends again what could not be sent, and nothing more once it is refused', async () => {
  const answers: (Error | undefined)[] = [new CallFailed('offline', 'Offline', { status: 0 }), undefined];
  const { tell, sent, session } = recorded(async () => {
    const failure = answers.shift();
    if (failure) throw failure;
  });
  await vi.advanceTimersByTimeAsync(5000);
  tell('step.submitted', { name: 'Northwind' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.mock.calls.map(([{ from, steps: part }]) => [from, part.length])).toEqual([
    [0, 1],
    [0, 2],
  ]);
  answers.push(new CallFailed('recordings_off', 'Off', { status: 409 }));
  tell('step.changed', { locations: [{ name: 'Lyon' }] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveBeenCalledTimes(3);
  session.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveBeenCalledTimes(3);
});
