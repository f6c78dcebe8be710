import type { ReactNode } from 'react';
import { buildRequest } from '#engine/flow/mapping.ts';
import { isZone } from '#engine/vocabulary/instant.ts';
import { nextRunsOf, type Repeat } from '#engine/vocabulary/recurrence.ts';
import manifest from '#schemas/maintenance/flow.json';
import { useValue } from '../form/form-context.tsx';
import { useRightAnswers } from '../form/use-right-answers.ts';
import { NextRuns } from '../shared/next-runs.tsx';
import { useNow } from '../shared/use-now.ts';

const fields = new Set(['repeats', 'daysOfWeek', 'dayOfMonth', 'runAt', 'lasts']);
const MINUTE_MS = 60_000;

/** When a window that repeats begins: with the one under way, if any. A single one says it by its fields. */
export default function WindowPart(): ReactNode {
  const now = useNow();
  const [ruleZone, viewerZone] = [useValue('/ruleZone'), useValue('/timeZone')];
  const window = useRightAnswers(fields);
  const body = window && buildRequest(manifest, 'setMaintenance', { mode: 'NEW', answers: { window } });
  const { repeat, minutes = 0 } = (body?.['schedule'] ?? {}) as { repeat?: Repeat; minutes?: number };
  const zone = isZone(ruleZone) ? ruleZone : viewerZone;
  if (repeat === undefined || !isZone(zone)) return null;
  const runs = nextRunsOf(repeat, { timeZone: zone, after: now - minutes * MINUTE_MS });
  return <NextRuns runs={runs} zone={zone} inEach={zone !== ruleZone} />;
}
