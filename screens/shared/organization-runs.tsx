import type { ReactNode } from 'react';
import { isZone } from '#engine/vocabulary/instant.ts';
import { nextRunsOf, type EndlessRule } from '#engine/vocabulary/recurrence.ts';
import { useOptions } from '../options/option-sources.tsx';
import { useScreenWords } from '../words.tsx';
import { NextRuns } from './next-runs.tsx';
import styles from './next-runs.module.css';
import { useNow } from './use-now.ts';

interface Props {
  /** Its id; anything else until one is chosen. */
  organization: unknown;
  /** Undefined while the fields are incomplete or invalid. */
  rule: EndlessRule | undefined;
}

/** The next ten runs of a rule, by the clocks of an organization. */
export function OrganizationRuns({ organization, rule }: Props): ReactNode {
  const words = useScreenWords();
  const now = useNow();
  const { status, options } = useOptions('zoneOfOrganization', organization, typeof organization === 'number');
  const zone = options[0]?.value;
  if (status === 'failed') return <p className={styles.quiet}>{words.runsZoneFailed}</p>;
  if (rule === undefined || !isZone(zone)) return null;
  return <NextRuns runs={nextRunsOf(rule, { timeZone: zone, after: now })} zone={zone} />;
}
