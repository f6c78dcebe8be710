// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import type { CallInput, CallReply } from '#api/client.ts';
import { pathCriteria } from '#api/contract/workbench.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
import { criteriaWith, failed, report } from '#tests/console/path-report.ts';
import '../../flow/console-flows.ts';

withConsole();

/** May open the Workbench and nothing else. */
const tester = { ...ada, sysadmin: false, permissions: ['SYSTEM:Workbench.Access'] };

type PathRun = CallReply<'readPathRun'>;
const outcome = (flow: string, failures: number, covered = 10): PathRun['outcomes'][number] => ({
  flow,
  criteria: criteriaWith({ covered, total: 10, infeasible: 0 }),
  paths: 3,
  steps: 1200,
  ms: 900,
  failures,
  holes: 0,
});
const id = '00000000-0000-4000-8000-00000000000a';
const run: PathRun = {
  id,
  state: 'done',
  startedBy: 'Ada Byron',
  startedAt: '2026-01-02T10:00:00.000Z',
  endedAt: '2026-01-02T10:01:00.000Z',
  flows: ['ticket-template', 'organization'],
  tier: 'machine',
  criteria: ['states'],
  seed: 1,
  problems: 2,
  outcomes: [outcome('ticket-template', 0), outcome('organization', 2, 9)],
  now: null,
};
const earlier: PathRun = {
  ...run,
  id: '00000000-0000-4000-8000-00000000000b',
  startedAt: '2026-01-01T10:00:00.000Z',
  flows: ['organization'],
  outcomes: [outcome('organization', 1)],
};

describe('the Workbench', () => {
  it('starts a run of the chosen flows and criteria, in their order, and opens it', async () => {
    const asked: unknown[] = [];
    given({
      listPathRuns: () => [],
      startPathRun: ({ body }) => {
        asked.push(body);
        return new MockRefusal('unavailable');
      },
    });
    const user = await open('/workbench', tester);
    expect(await screen.findByText('No runs yet')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: /^Simulated page/ }));
    await user.click(screen.getByRole('checkbox', { name: /^States/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Pairs/ }));
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    const { flows, tier, criteria, seed } = asked[0] as Required<CallInput<'startPathRun'>>['body'];
    expect(flows).toContain('organization');
    expect(flows.length).toBeGreaterThan(30);
    expect([tier, criteria, seed]).toEqual(['dom', pathCriteria.filter((one) => one !== 'states'), 1]);
    expect(await screen.findByText('Error starting the run')).toBeDefined();
  });

  it('needs a criterion', async () => {
    given({ listPathRuns: () => [] });
    const user = await open('/workbench', tester);
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) if (box.checked) await user.click(box);
    expect(screen.getByText('Choose at least one criterion.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
  });

  it('is for those who have its permission', async () => {
    await open('/workbench', { ...tester, permissions: ['SYSTEM:Studio.Access'] });
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page', level: 1 })).toBeDefined();
  });
});

describe('a run', () => {
  it('lists flows with problems first, and says what changed since an earlier run', async () => {
    given({
      readPathRun: ({ params }) => (params.id === earlier.id ? earlier : run),
      listPathRuns: () => [run, earlier],
    });
    const user = await open(`/workbench/${id}`, tester);
    const flows = await screen.findByRole('region', { name: /^Flows/ });
    const rows = () =>
      within(flows)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      'FlowResultStatesPathsSteps',
      'Add an organization2 problems9/1031,200',
      'Add a ticket templateHolds10/1031,200',
    ]);
    await user.click(await within(flows).findByLabelText('Compare with an earlier run', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: /2026/ }));
    await within(flows).findByText('not walked before');
    expect(rows().slice(1)).toEqual([
      'Add an organization2 problems1 problem more, States −19/1031,200',
      'Add a ticket templateHoldsnot walked before10/1031,200',
    ]);
  });

  it('shows how far it is while it walks, and stops', async () => {
    let stopped = 0;
    const walk = { reached: ['loading', 'editing.details'], failed: ['loading'], at: 'editing.details' };
    const walking = { ...run, state: 'running', endedAt: null, outcomes: [outcome('ticket-template', 0)] } as PathRun;
    given({
      readPathRun: () => ({ ...walking, now: { flow: 'organization', done: 5, total: 20, ...walk } }),
      listPathRuns: () => [],
      cancelRun: () => {
        stopped += 1;
        return new MockRefusal('unavailable');
      },
    });
    const user = await open(`/workbench/${id}`, tester);
    expect(await screen.findByText('Add an organization: 5 of 20 paths')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62.5');
    const diagram = await screen.findByRole('group', { name: 'Diagram of the states' });
    const box = (path: string) => within(diagram).getByText(path).closest('[data-kind]');
    expect(within(box('editing.details') as HTMLElement).getByText('A path reaches it')).toBeDefined();
    expect(box('editing.details')?.getAttribute('aria-current')).toBe('true');
    expect(within(box('loading') as HTMLElement).getByText('A path fails here')).toBeDefined();
    expect(within(box('editing.locations') as HTMLElement).getByText('No path has reached it yet')).toBeDefined();
    expect(within(diagram).queryAllByRole('button')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(stopped).toBe(1));
    expect(await screen.findByText('Error stopping the run')).toBeDefined();
  });

  it('shows Not found for a run that does not exist', async () => {
    given({ readPathRun: () => new MockRefusal('not_found') });
    await open(`/workbench/${id}`, tester);
    expect(await screen.findByRole('heading', { name: 'Not found', level: 1 })).toBeDefined();
  });
});

describe('the report of a flow', () => {
  const step = (name: string, state: string, problems: string[]) => ({
    name,
    state,
    screen: '',
    heading: '',
    says: [],
    problems,
    snapshot: { value: state, context: {} },
  });

  it('lists problems first, with the command that reproduces each, and steps through the path', async () => {
    const asked: unknown[] = [];
    given({
      readPathReport: () => report,
      playPath: ({ body }) => {
        asked.push(body);
        return {
          steps: [
            step('open as NEW', 'editing.details', []),
            step('submit details example 1', 'editing.locations', failed.problems),
          ],
        };
      },
    });
    const user = await open(`/workbench/${id}/organization`, tester);
    const problems = await screen.findByRole('region', { name: /^Problems/ });
    expect(within(problems).getByText(failed.problems[0] ?? '')).toBeDefined();
    expect(within(problems).getByText(failed.reproduce)).toBeDefined();
    expect(within(problems).getByText('No path covers this, and no reason is given: state conflict')).toBeDefined();
    await user.click(within(problems).getByRole('button', { name: 'Step through' }));
    const player = await screen.findByRole('region', { name: 'Path' });
    // It opens where the path fails.
    expect(await within(player).findByText('Step 2 of 2')).toBeDefined();
    expect(asked).toEqual([{ flow: 'organization', seed: 1, path: 'NEW: submit details example 1' }]);
    await user.click(within(player).getByRole('button', { name: 'Step back' }));
    expect(within(player).getByText('Step 1 of 2')).toBeDefined();
    const chosen = within(screen.getByRole('group', { name: 'Diagram of the states' })).getByRole('button', {
      pressed: true,
    });
    expect(chosen.textContent).toContain('editing.details');
  });

  it('adds and removes assertions about the chosen state, and keeps the text that the server refuses', async () => {
    const at = '2026-01-02T11:00:00.000Z';
    let held: CallReply<'listAssertions'> = [
      {
        id: 1,
        state: 'editing.locations',
        kind: 'offers',
        text: 'Back',
        answers: null,
        addedBy: 'Ada Byron',
        addedAt: at,
      },
      { id: 2, state: 'editing.details', kind: 'says', text: 'Name', answers: null, addedBy: '', addedAt: at },
    ];
    const asked: unknown[] = [];
    given({
      readPathReport: () => report,
      listAssertions: () => held,
      addAssertion: ({ params, body }) => {
        asked.push([params, body]);
        return asked.length === 1 ? new MockRefusal('assertion_exists') : { resultCode: 'SUCCESS', id: 3 };
      },
      removeAssertion: ({ params }) => {
        held = held.filter(({ id: one }) => one !== Number(params.id));
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open(`/workbench/${id}/organization`, tester);
    const diagram = within(await screen.findByRole('group', { name: 'Diagram of the states' }));
    await user.click(diagram.getByRole('button', { name: /editing\.locations/ }));
    const card = within(await screen.findByRole('region', { name: /^Assertions/ }));
    const items = () => card.queryAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() => expect(items()).toEqual([expect.stringMatching(/^Has the buttonBackAda Byron/)]));
    const words = card.getByRole<HTMLInputElement>('textbox', { name: 'The words, exactly' });
    await user.type(words, ' The first location ');
    await user.click(card.getByRole('button', { name: 'Add assertion' }));
    expect(await screen.findByText('Error adding the assertion')).toBeDefined();
    expect(words.value).toBe(' The first location ');
    await user.click(card.getByRole('button', { name: 'Add assertion' }));
    await waitFor(() => expect(words.value).toBe(''));
    const sent = [{ flow: 'organization' }, { state: 'editing.locations', kind: 'says', text: 'The first location' }];
    expect(asked).toEqual([sent, sent]);
    await user.click(card.getByRole('button', { name: 'Remove “Back”' }));
    await waitFor(() => expect(items()).toEqual([]));
    expect(await screen.findByText('Removed “Back”')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const again = [{ flow: 'organization' }, { state: 'editing.locations', kind: 'offers', text: 'Back' }];
    await waitFor(() => expect(asked).toEqual([sent, sent, again]));
    await waitFor(() => expect(screen.queryByText('Removed “Back”')).toBeNull());
  });

  it('marks covered and failed states in the diagram, and lists the paths through a state', async () => {
    given({ readPathReport: () => report, listAssertions: () => [] });
    const user = await open(`/workbench/${id}/organization`, tester);
    const diagram = within(await screen.findByRole('group', { name: 'Diagram of the states' }));
    expect(diagram.getByRole('button', { name: /editing\.locationsA path fails here$/ })).toBeDefined();
    expect(diagram.getByRole('button', { name: /^[^.]*conflictNo path reaches it$/ })).toBeDefined();
    const paths = () =>
      within(screen.getByRole('region', { name: /^Paths/ }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(paths()).toEqual(['NEW: submit details example 12 steps', 'NEW: closed2 steps']);
    await user.click(diagram.getByRole('button', { name: /editing\.locations/ }));
    expect(paths()).toEqual(['NEW: submit details example 12 steps']);
    await user.click(screen.getByRole('button', { name: 'Through editing.locations' }));
    await user.type(screen.getByRole('textbox', { name: 'Find a path' }), 'closed');
    expect(paths()).toEqual(['NEW: closed2 steps']);
    expect(screen.getByText('it is left at once')).toBeDefined();
  });
});

describe('sessions of technicians', () => {
  const session = {
    id,
    mode: 'NEW',
    startedAt: '2026-01-02T10:00:00.000Z',
    outcome: 'left',
    ms: 75_000,
    steps: 3,
    state: 'editing.locations',
  } satisfies CallReply<'readRecordedFlow'>['recordings'][number];
  const counted = { sessions: 4, medianMs: 12_300, left: 0, back: 0, refused: 0 };
  const recorded: CallReply<'readRecordedFlow'> = {
    recordings: [session],
    states: [
      { state: 'editing.locations', ...counted, left: 3, back: 2 },
      { state: 'editing.details', ...counted, refused: 1 },
    ],
  };
  const path = 'NEW: submit details example 1';
  const played: CallReply<'playPath'> = {
    steps: [
      {
        name: 'open as NEW',
        state: 'closed',
        screen: '',
        heading: '',
        says: [],
        problems: [],
        snapshot: { value: 'closed', context: {} },
      },
    ],
  };

  it('are listed by flow', async () => {
    given({
      listPathRuns: () => [],
      listRecordedFlows: () => [
        {
          flow: 'organization',
          sessions: 4,
          finished: 1,
          medianMs: 75_000,
          latestAt: session.startedAt,
        },
      ],
    });
    await open('/workbench', tester);
    const card = within(await screen.findByRole('region', { name: /^Sessions of technicians/ }));
    const row = (await card.findByRole('link', { name: 'Add an organization' })).closest('tr');
    expect(row?.textContent).toMatch(/^Add an organization411 min 15 s/);
  });

  it('appear on the diagram and in a table, in the order of the machine', async () => {
    given({ readRecordedFlow: () => recorded });
    const user = await open('/workbench/sessions/organization', tester);
    const diagram = within(await screen.findByRole('group', { name: 'Diagram of the states' }));
    expect(
      diagram
        .getByRole('button', { name: /4 sessions · 12 s · 3 leftSessions were left in it$/ })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    expect(diagram.getByRole('button', { name: /4 sessions · 12 sSessions came to it$/ })).toBeDefined();
    expect(diagram.getByRole('button', { name: /conflictNo session came to it$/ })).toBeDefined();
    const table = within(screen.getByRole('region', { name: 'What sessions did in each state' }));
    const rows = () => table.getAllByRole('row').slice(1);
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'Detailsediting.details412 s001',
      'Locationsediting.locations412 s320',
    ]);

    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
    await user.click(diagram.getByRole('button', { name: /12 sSessions came/ }));
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
  });

  it('are read step by step, and become a path that is kept', async () => {
    let kept: CallReply<'listKeptPaths'> = [];
    const asked: unknown[] = [];
    given({
      readRecordedFlow: () => recorded,
      readRecording: () => ({
        ...session,
        flow: 'organization',
        steps: [
          { at: 0, event: 'opened', state: 'editing.details' },
          { at: 12_300, event: 'submit details', state: 'editing.locations', fields: ['/name', '/timeZoneId'] },
          { at: 75_000, event: 'left', state: 'editing.locations' },
        ],
      }),
      traceRecording: () => ({ path, followed: 2, reason: '“left” is no move', reproduce: 'npm run paths' }),
      playPath: () => played,
      listKeptPaths: () => kept,
      keepPath: ({ params, body }) => {
        asked.push([params, body]);
        if (asked.length === 3) return new MockRefusal('too_many_kept_paths');
        kept = [{ id: 7, path, addedBy: 'Ada Byron', addedAt: session.startedAt }];
        return { resultCode: 'SUCCESS', id: 7 };
      },
      removeKeptPath: ({ params }) => {
        asked.push(params);
        kept = [];
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/workbench/sessions/organization', tester);
    const list = within(await screen.findByRole('region', { name: /^Sessions/ }));
    await user.click(list.getByRole('button', { name: /Leftediting\.locationsNEW · 3 steps · 1 min 15 s/ }));
    const steps = within(await screen.findByRole('region', { name: 'Session' }));
    expect(await steps.findByText('/name /timeZoneId')).toBeDefined();
    await user.click(steps.getByRole('button', { name: 'Turn into a path' }));
    expect(await screen.findByText('The path follows only the first 2 steps')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Walk in every run' }));
    await waitFor(() => expect(asked).toEqual([[{ flow: 'organization' }, { path }]]));
    const paths = within(screen.getByRole('region', { name: /^Kept paths/ }));
    expect(await paths.findByText(path)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Every run walks it' }).disabled).toBe(true);
    await user.click(paths.getByRole('button', { name: `Remove the path ${path}` }));
    expect(await paths.findByText(/^No kept paths/)).toBeDefined();
    expect(asked).toHaveLength(2);
    // A refused undo can be tried again.
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Error keeping the path')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await paths.findByText(path)).toBeDefined();
    expect(asked.slice(2)).toEqual([asked[0], asked[0]]);
  });

  it('say that nobody has allowed it yet', async () => {
    given({ readRecordedFlow: () => ({ recordings: [], states: [] }) });
    await open('/workbench/sessions/organization', tester);
    expect(await screen.findByText('No sessions yet')).toBeDefined();
  });
});

describe('changes that nobody would notice', () => {
  const survivor = {
    key: 'schemas/organization/details.json: the message of /name required is "Not right" instead of "Required"',
    file: 'schemas/organization/details.json',
    change: 'the message of /name required is "Not right" instead of "Required"',
    states: ['editing.details'],
  };
  const found = {
    at: '2026-01-02T10:00:30.000Z',
    startedBy: 'Ada Byron',
    total: 120,
    killed: 115,
    equivalent: 2,
    survivors: [survivor, { ...survivor, key: 'other', change: 'another change' }],
    broken: '',
  };

  const started: CallReply<'startMutants'> = {
    id,
    kind: 'mutants',
    subject: 'organization',
    state: 'queued',
    progress: { stage: 'judge', stages: ['judge'], done: 0, total: 0, rate: 0, secondsLeft: null },
    lastSeq: 0,
    result: null,
    refusal: null,
    cancelRequested: false,
    createdAt: run.startedAt,
    startedAt: null,
    endedAt: null,
  };

  it('are started, followed and stopped', async () => {
    const asked: string[] = [];
    given({
      readMutants: () => ({ report: null, run: asked.length === 1 ? { id, done: 30, total: 120 } : null }),
      startMutants: () => {
        asked.push('start');
        return started;
      },
      cancelRun: () => {
        asked.push('stop');
        return new MockRefusal('not_found');
      },
    });
    const user = await open('/workbench/changes/organization', tester);
    expect(await screen.findByText('No changes were tried yet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try changes' }));
    expect(await screen.findByText('Change 30 of 120', {}, { timeout: 10_000 })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(asked).toEqual(['start', 'stop']));
  });

  it('are listed, and one is noticed once an assertion was added', async () => {
    const added: unknown[] = [];
    given({
      readMutants: () => ({ report: found, run: null }),
      listAssertions: () => [],
      addAssertion: ({ body }) => {
        added.push(body);
        return { resultCode: 'SUCCESS', id: 1 };
      },
      judgeMutant: ({ body }) => ({
        noticedBy: body.key === survivor.key && added.length > 0 ? 'editing.details says "Required" on no path' : null,
      }),
    });
    const user = await open('/workbench/changes/organization', tester);
    expect(await screen.findByText(/^115 of 118 changes are noticed\. 2 more make no difference\./)).toBeDefined();
    const list = within(screen.getByRole('region', { name: /^Not noticed/ }));
    await user.click(list.getAllByRole('button', { name: 'Add an assertion' })[0] as HTMLElement);
    const about = within(await screen.findByRole('region', { name: 'An assertion that notices it' }));
    expect(about.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'Details (editing.details)');
    await user.click(about.getByRole('button', { name: 'Try the change again' }));
    expect(await about.findByText('Still not noticed')).toBeDefined();
    await user.click(screen.getByRole('combobox', { name: 'What the state must show' }));
    await user.click(await screen.findByRole('option', { name: 'Says on some path' }));
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Says on some path' })).toBeNull());
    await user.type(screen.getByRole('textbox', { name: 'The words, exactly' }), 'Required');
    await user.click(screen.getByRole('button', { name: 'Add assertion' }));
    await waitFor(() => expect(added).toEqual([{ state: 'editing.details', kind: 'sometimes', text: 'Required' }]));
    await user.click(about.getByRole('button', { name: 'Try the change again' }));
    expect(await about.findByText('Noticed: editing.details says "Required" on no path')).toBeDefined();
  });

  it('are not tried where the flow itself does not hold', async () => {
    given({ readMutants: () => ({ report: { ...found, broken: 'editing.details does not say "Sites"' }, run: null }) });
    await open('/workbench/changes/organization', tester);
    expect(await screen.findByText('The flow itself does not hold')).toBeDefined();
    expect(screen.getByText(/editing\.details does not say "Sites"$/)).toBeDefined();
  });
});
