import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { scriptRunPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { RunPolicy } from './run-policy.tsx';
import { RunTag } from './run-tag.tsx';
import styles from './scripts.module.css';

interface Props {
  runs: CallReply<'listScriptRuns'>;
  label: string;
  none: string;
}

/** Runs of a script, or of scripts on one device, the latest first. */
export function RunList({ runs, label, none }: Props): ReactNode {
  const t = useWords();
  if (runs.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.devices} aria-label={label}>
      {runs.map((run) => (
        <li key={run.id}>
          <div className={styles.deviceLine}>
            <Link to={scriptRunPath(run.id)} className={styles.deviceName}>
              {run.scriptName}
            </Link>
            <span className={parts.quiet}>{t('script.versionNumber', { number: run.version })}</span>
            {run.state === null ? <Counts run={run} /> : <RunTag of={run} />}
            <span className={styles.end}>
              {run.policy ? <RunPolicy policy={run.policy} /> : run.startedBy} · <When at={run.createdAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Counts({ run: { devices, running, failed } }: { run: Props['runs'][number] }): ReactNode {
  const t = useWords();
  if (running > 0) return <Tag>{t('script.countRunning', { count: running, all: devices })}</Tag>;
  return failed > 0 ? (
    <Tag tone="bad">{t('script.countFailed', { count: failed, all: devices })}</Tag>
  ) : (
    <Tag tone="good">{t('script.countSucceeded', { count: devices })}</Tag>
  );
}
