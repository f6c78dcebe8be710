// What `npm test` leaves to `npm run test:slow`, which CI runs after it.

/** The files in which technicians use the built product; others in a browser are slow. */
export const quickBrowserFiles = ['tests/browser/journey.test.ts', 'tests/browser/two-people.test.ts'];

/**
 * What `npm run test:full` runs alone: long matrices of states that are left and resumed. The simulated page reloads every state of
 * the flows that it walks, and `resume-first-run.test.ts` leaves one in each way.
 */
export const fullBrowserFiles = ['tests/browser/resume-console.test.ts', 'tests/browser/resume-secret.test.ts'];

/** Paths in the simulated page of flows that take more than the budget of a flow in `npm test`, which walks them on the bare machine. */
export const slowWalks = ['tests/paths/dom/long-dom-paths.test.ts'];

/** Of pages: the Studio, whose tests type long into large forms, and the Workbench. */
export const slowPages = [
  'src/pages/studio/document-edits.test.ts',
  'src/pages/studio/field-form.test.tsx',
  'src/pages/studio/scheduled.test.tsx',
  'src/pages/studio/screen-editor.test.tsx',
  'src/pages/studio/screen-preview.test.tsx',
  'src/pages/studio/translations.test.tsx',
  'src/pages/workbench/workbench.test.tsx',
];

/** Of the server, the agent and the engine. */
export const slowFiles = [
  // Servers that others wrote: optional packages of Debian, which CI installs.
  'tests/peers/**/*.test.ts',
  'server/agents/local-agent.test.ts',
  'agent/deployment/install-script.test.ts',
  // Each starts vitest, or threads, to walk paths; paths themselves are walked by `npm test`.
  'server/studio/judge-page.test.ts',
  'server/studio/takers.test.ts',
  'server/studio/text-thread.test.ts',
  'server/studio/variants.test.ts',
  'server/studio/scheduled.test.ts',
  'server/studio/stored.test.ts',
  'server/studio/studio.test.ts',
  'server/paths/simulated-page.test.ts',
  'server/paths/path-thread.test.ts',
  'server/paths/path-runs.test.ts',
  // Their subject is another tool: faults planted in flows, a generated flow, attacks on regular expressions.
  'tests/paths/faults/faults.test.ts',
  'tests/paths/laws.test.ts',
  'tests/new-flow/*.test.ts',
  'tests/tooling/kept-modules.test.ts',
  'tests/tooling/regular-expressions.test.ts',
  'tests/tooling/boundaries.test.ts',
  'tests/paths/report/*.test.ts',
  // Each call that changes something, asked by everybody: a hundred organizations are made for it.
  'tests/contract/access-changes.test.ts',
  // Processes that start, end, are killed, or whose clock is set.
  'server/database/embedded/*.test.ts',
  'server/database/migrate.test.ts',
  'server/clock/clock-step.test.ts',
  'server/commands/admin.test.ts',
  'server/monitors/schedule/sharing.test.ts',
  'server/studio/repository/*.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/audit-verify.test.ts',
  'tests/server/script-runs.test.ts',
  'tests/demo/*.test.ts',
  // Imports, files of the largest size, and hostile ones.
  'server/monitors/transfer/import.test.ts',
  'server/monitors/transfer/large-upload.test.ts',
  'server/monitors/transfer/hostile-file.test.ts',
];
