import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../../words/words.ts';
import type { PublicStatus } from './public-status.ts';
import styles from './status.module.css';

type Incident = PublicStatus['incidents'][number];

const tones: Record<Incident['kind'], Tone> = { outage: 'bad', disrupted: 'warn', slow: 'warn' };

/** What was or is wrong, from when to when; not why, since that is nobody's business here. */
export function Incidents({ title, incidents }: { title: string; incidents: readonly Incident[] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
      </div>
      <ul className={styles.incidents}>
        {incidents.map(({ name, kind, since, until }) => {
          const begun = new Date(since).getTime();
          const lasted = format.duration(((until ? new Date(until).getTime() : Math.max(now, begun)) - begun) / 1000);
          return (
            <li key={`${since} ${name}`}>
              <span className={styles.incidentName}>{name}</span>
              <Tag tone={until === null ? tones[kind] : 'idle'}>{t(`incident.${kind}`)}</Tag>
              <span className={styles.incidentTime}>
                {until === null
                  ? t('incident.since', { since: format.dayAndTime(since), time: lasted })
                  : t('incident.over', {
                      since: format.dayAndTime(since),
                      until: format.dayAndTime(until),
                      time: lasted,
                    })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
