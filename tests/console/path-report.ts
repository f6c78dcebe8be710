// What a run of the Workbench found in the flow of organizations: one path of two fails.
import { pathCriteria, type FlowData } from '#api/contract/workbench.ts';

const none = { covered: 0, total: 0, infeasible: 0 };
export const criteriaWith = (states: typeof none): FlowData['criteria'] => ({
  ...(Object.fromEntries(pathCriteria.map((one) => [one, none])) as FlowData['criteria']),
  states,
});

export const failed = {
  path: 'organization-1',
  steps: ['open as NEW', 'submit details example 1'],
  state: 'editing.locations',
  problems: ['editing.locations does not say "Locations"'],
  spelled: 'NEW: submit details example 1',
  reproduce: 'npm run --silent paths -- --flow organization --tier machine --path "NEW: submit details example 1"',
  lowest: 'machine',
} satisfies FlowData['failures'][number];
export const report: FlowData = {
  flow: 'organization',
  title: 'Add an organization',
  tier: 'machine',
  seed: 1,
  at: '2026-01-02T10:00:30.000Z',
  criteria: criteriaWith({ covered: 9, total: 10, infeasible: 1 }),
  steps: 4,
  lowerBound: 4,
  generationMs: 1,
  ms: 5,
  leftOut: 0,
  failures: [failed],
  holes: ['state conflict'],
  reasons: [{ criterion: 'states', item: 'state saved', reason: 'it is left at once' }],
  chart: {
    first: ['editing'],
    links: [],
    states: [
      { id: 'editing.details', name: 'details', kind: 'step', shown: 'covered', failed: false, lines: [] },
      { id: 'editing.locations', name: 'locations', kind: 'step', shown: 'covered', failed: true, lines: [] },
      { id: 'conflict', name: 'conflict', kind: 'step', shown: 'missed', failed: false, lines: [] },
    ],
  },
  texts: ['open as NEW', 'editing.details', 'Details', '', 'submit details example 1', 'editing.locations', 'closed'],
  paths: [
    {
      id: 'organization-2',
      input: 'NEW',
      ms: 1,
      failed: false,
      steps: [
        [0, 1, 2, 3, 3, 3, -1, 0, 1, []],
        [6, 6, 3, 3, 3, 3, -1, 0, 1, []],
      ],
    },
    {
      id: 'organization-1',
      input: 'NEW',
      ms: 1,
      failed: true,
      steps: [
        [0, 1, 2, 3, 3, 3, -1, 0, 1, []],
        [4, 5, 3, 3, 3, 3, -1, 0, 1, []],
      ],
    },
  ],
};
