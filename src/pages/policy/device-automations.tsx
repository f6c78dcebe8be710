import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { scheduleWords } from '../../format/schedule.ts';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { scriptPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './policy.module.css';
import { ValueSource } from './value-source.tsx';

/** What the policy of a device runs on it next, and why it does not where something is in the way. */
export function DeviceAutomations({
  automations,
}: {
  automations: CallReply<'readDevicePolicy'>['automations'];
}): ReactNode {
  const t = useWords();
  if (automations.length === 0) return null;
  return (
    <section className={styles.group} aria-label={t('automation.title')}>
      <h3 className={styles.heading}>{t('automation.title')}</h3>
      {automations.map(({ key, scriptId, scriptName, schedule, nextRunAt, obstacle, source, createdBy }) => (
        <SettingLine
          key={key}
          title={scriptId === null ? scriptName : <Link to={scriptPath(scriptId)}>{scriptName}</Link>}
          note={
            <>
              <div>
                {scheduleWords(schedule, t)} · {t('automation.by', { name: createdBy })}
              </div>
              <div>
                <ValueSource source={source} />
              </div>
              {obstacle === '' ? null : <div className={styles.wrong}>{obstacle}</div>}
            </>
          }
          actions={
            <span className={styles.quiet}>
              {nextRunAt === null ? (
                t('automation.neverAgain')
              ) : (
                <>
                  {t('automation.nextRun')} <When at={nextRunAt} />
                </>
              )}
            </span>
          }
        />
      ))}
    </section>
  );
}
