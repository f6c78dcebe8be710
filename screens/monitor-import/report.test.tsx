// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { viewOf } from '#tests/screens/step-harness.tsx';
import ImportedPart from './imported.tsx';
import type { Report } from './report.ts';
import ReviewPart from './review.tsx';

afterEach(cleanup);

const report = (withDefaultConditions: number): Report => ({
  id: 1,
  fileName: 'shops.csv',
  existing: 'SKIP',
  state: 'checked',
  total: 3,
  toWrite: 3,
  written: 0,
  counts: { add: 3, change: 0, same: 0, skip: 0, refuse: 0 },
  withDefaultConditions,
  rows: [],
  show: 'all',
  offset: 0,
  limit: 50,
  matching: 0,
  refusalsUrl: '',
});
const words = [
  [1, '1 new monitor has no conditions in the file and begins with the default conditions of its type.'],
  [3, '3 new monitors have no conditions in the file and begin with the default conditions of their type.'],
] as const;

it.each([
  ['review', ReviewPart],
  ['result', ImportedPart],
])('says in the %s how many monitors begin with default conditions (A5)', (_, Part) => {
  const show = (count: number) => {
    cleanup();
    const view = viewOf('asks', { shown: { report: report(count) } });
    render(
      <MantineProvider>
        <Part screen={undefined as never} screens={{}} view={view} send={() => undefined} />
      </MantineProvider>,
    );
  };
  for (const [count, sentence] of words) {
    show(count);
    expect(screen.getByText(sentence)).toBeDefined();
  }
  show(0);
  expect(screen.queryByText(/default conditions/)).toBeNull();
});
