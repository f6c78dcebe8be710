import type { ReactNode } from 'react';
import { useFormat, type Format } from '#screens/shared/format.ts';
import { useWords } from '../../words/words.ts';
import { IncidentState } from './incident-state.tsx';
import type { PublicStatus } from './public-status.ts';
import styles from './status.module.css';

type Posted = PublicStatus['notices'][number];
type Update = Posted['updates'][number];

/** An open incident in a technician's words, its updates newest first. */
export function Notice({ notice }: { notice: Posted }): ReactNode {
  const format = useFormat();
  const { title, updates } = notice;
  const [latest] = updates;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {latest ? <IncidentState state={latest.state} /> : null}
      </div>
      <Updates updates={updates} format={format} />
    </section>
  );
}

/** Incidents that are over, each with its updates at hand. */
export function EndedNotices({ notices }: { notices: readonly Posted[] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <section className={styles.card} aria-label={t('publicStatus.ended')}>
      <div className={styles.cardHead}>
        <h2>{t('publicStatus.ended')}</h2>
      </div>
      {notices.map(({ title, startedAt, endedAt, updates }) => (
        <details key={`${startedAt} ${title}`} className={styles.ended}>
          <summary>
            <span className={styles.incidentName}>{title}</span>
            <IncidentState state="RESOLVED" />
            <span className={styles.incidentTime}>
              {t('publicStatus.fromTo', {
                from: format.dayAndTime(startedAt),
                to: format.dayAndTime(endedAt ?? startedAt),
              })}
            </span>
          </summary>
          <Updates updates={updates} format={format} />
        </details>
      ))}
    </section>
  );
}

function Updates({ updates, format }: { updates: readonly Update[]; format: Format }): ReactNode {
  const t = useWords();
  return (
    <ol className={styles.updates}>
      {updates.map(({ state, text, at }) => (
        <li key={`${at} ${text}`}>
          <span className={styles.updateHead}>
            <b>{t(`incidentState.${state}`)}</b>
            <time dateTime={at} title={format.exact(at)}>
              {format.dayAndTime(at)}
            </time>
          </span>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
