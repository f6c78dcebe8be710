import type { ReactNode } from 'react';
import { buildRequest } from '#engine/flow/mapping.ts';
import type { EndlessRule } from '#engine/vocabulary/recurrence.ts';
import manifest from '#schemas/directory-discovery/flow.json';
import { useDepended } from '../form/depended.ts';
import { useRightAnswers } from '../form/use-right-answers.ts';
import { OrganizationRuns } from '../shared/organization-runs.tsx';

const fields = new Set(['repeats', 'daysOfWeek', 'dayOfMonth', 'runAt', 'minuteOfHour']);
const directory = { jobType: 'SCHEDULED' };

/** When the job runs next (F04-56). */
export default function SchedulePart(): ReactNode {
  const schedule = useRightAnswers(fields);
  const body = schedule && buildRequest(manifest, 'addDirectoryJob', { mode: 'NEW', answers: { directory, schedule } });
  const content = body?.['content'] as { schedule: EndlessRule } | undefined;
  return <OrganizationRuns organization={useDepended('directory:/clientId')} rule={content?.schedule} />;
}
