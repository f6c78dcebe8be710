import type { ReactNode } from 'react';
import { buildRequest } from '#engine/flow/mapping.ts';
import type { EndlessRule } from '#engine/vocabulary/recurrence.ts';
import manifest from '#schemas/network-scan/flow.json';
import { useValue } from '../form/form-context.tsx';
import { useRightAnswers } from '../form/use-right-answers.ts';
import { OrganizationRuns } from '../shared/organization-runs.tsx';

const fields = new Set(['repeats', 'daysOfWeek', 'dayOfMonth', 'runAt', 'minuteOfHour']);

/** When the scan runs next. */
export default function DetailsPart(): ReactNode {
  const details = useRightAnswers(fields);
  const body = details && buildRequest(manifest, 'addNetworkScan', { mode: 'NEW', answers: { details } });
  return <OrganizationRuns organization={useValue('/org')} rule={body?.['schedule'] as EndlessRule | undefined} />;
}
