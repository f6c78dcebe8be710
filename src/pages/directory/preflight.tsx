import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { When } from '../../parts/when.tsx';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import styles from './directory.module.css';

type Device = CallReply<'listDirectoryDevices'>['items'][number];
type Preflight = NonNullable<Device['preflight']>;

/** Whether the agent could be installed on it: nobody rejected it, and it is no device yet. */
export function canBeChecked({ status, nodeId, deployment }: Device): boolean {
  return status !== 'REJECTED' && nodeId === null && deployment !== 'started' && deployment !== 'installed';
}

/** Whether a check says more about a computer than its latest installation does. */
export function isCheckNewer({ isChecking, preflight, attemptedAt }: Device): boolean {
  return isChecking || (preflight !== null && (attemptedAt === null || preflight.checkedAt > attemptedAt));
}

/** Asks the domain controllers to check these computers. */
export function usePreflight() {
  const t = useWords();
  const act = useAct('preflightDirectoryDevices', {
    failed: t('preflight.failed'),
    refresh: ['listDirectoryDevices'],
  });
  return { ...act, check: (ids: readonly number[]) => act.run({ body: { ids: [...ids] } }) };
}

/** How the latest check of a computer ended. */
export function PreflightStatus({ device: { isChecking, preflight } }: { device: Device }): ReactNode {
  const t = useWords();
  if (!isChecking && preflight === null) return null;
  const isReady = preflight?.code === 'ready';
  return (
    <span
      className={`${parts.status} ${styles.deployment}`}
      data-tone={isChecking ? 'idle' : isReady ? 'good' : 'warn'}
      title={isChecking || isReady ? undefined : preflight?.reason}
    >
      {isChecking ? (
        <Loader size={13} />
      ) : isReady ? (
        <IconCircleCheckFilled size={15} aria-hidden />
      ) : (
        <IconAlertTriangle size={15} aria-hidden />
      )}
      {isChecking ? t('preflight.checking') : isReady ? t('preflight.ready') : t('preflight.notReady')}
    </span>
  );
}

type Outcome = 'passed' | 'failed' | 'skipped';

/** What was looked at, in order: nothing comes after what failed. */
const outcomes: Readonly<Record<Preflight['code'], readonly [name: Outcome, answer: Outcome, credential: Outcome]>> = {
  ready: ['passed', 'passed', 'passed'],
  name_unknown: ['failed', 'skipped', 'skipped'],
  no_channel: ['passed', 'failed', 'skipped'],
  host_key_changed: ['passed', 'passed', 'failed'],
  credential_refused: ['passed', 'passed', 'failed'],
  timed_out: ['passed', 'passed', 'failed'],
  not_tried: ['skipped', 'skipped', 'skipped'],
  no_credential: ['skipped', 'skipped', 'skipped'],
};

const marks: Readonly<Record<Outcome, { icon: ReactNode; tone: string }>> = {
  passed: { icon: <IconCircleCheckFilled size={15} aria-hidden />, tone: 'good' },
  failed: { icon: <IconCircleXFilled size={15} aria-hidden />, tone: 'bad' },
  skipped: { icon: <IconCircleDashed size={15} aria-hidden />, tone: 'idle' },
};

/** What would stop the installation of the agent on a computer, step by step, and what can be done about it (F04-15). */
export function PreflightSection({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const { busy, failure, check } = usePreflight();
  const { id, isChecking, preflight } = device;
  if (!canBeChecked(device)) return null;
  const titles = [t('preflight.name'), t('preflight.answer'), t('preflight.credential')];
  return (
    <section className={styles.preflight} aria-labelledby={`preflight-${id}`}>
      <div className={styles.preflightHead}>
        <h3 className={styles.subhead} id={`preflight-${id}`}>
          {t('preflight.title')}
        </h3>
        <Button variant="default" size="xs" loading={busy || isChecking} onClick={() => void check([id])}>
          {t(preflight === null ? 'preflight.check' : 'preflight.again')}
        </Button>
      </div>
      <div aria-live="polite">
        {failure ? <p className={styles.preflightReason}>{failure.message}</p> : null}
        {preflight === null || isChecking ? (
          <p className={styles.quiet}>{t(isChecking ? 'preflight.underway' : 'preflight.none')}</p>
        ) : (
          <>
            <ul className={styles.steps}>
              {titles.map((title, index) => {
                const outcome = outcomes[preflight.code][index] ?? 'skipped';
                return (
                  <li key={title} className={styles.step}>
                    <span className={parts.status} data-tone={marks[outcome].tone}>
                      {marks[outcome].icon}
                    </span>
                    {title}
                    <span className={styles.quiet}>{t(`preflight.outcome.${outcome}`)}</span>
                  </li>
                );
              })}
            </ul>
            <p className={styles.preflightReason}>{preflight.reason}</p>
            <p className={styles.quiet}>
              {t('preflight.checked')} <When at={preflight.checkedAt} />
            </p>
          </>
        )}
      </div>
    </section>
  );
}
