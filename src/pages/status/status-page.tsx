import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { FormatContext, formatIn, useFormat } from '#screens/shared/format.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Bones } from '../../parts/data-state.tsx';
import { Failure, Message } from '../../parts/message.tsx';
import { useArrival } from '../../parts/use-arrival.ts';
import { usePatience } from '../../parts/use-patience.ts';
import { localeOf } from '../../words/locale.ts';
import { defaultLanguage, useWords } from '../../words/words.ts';
import { Incidents } from './incidents.tsx';
import { MonitorStatus, type Shown } from './monitor-status.tsx';
import { EndedNotices, Notice } from './notices.tsx';
import { isNoPage, usePublicStatus, type PublicStatus, type StatusReading } from './public-status.ts';
import { Overall } from './overall.tsx';
import styles from './status.module.css';

const spans = ['quarter', 'day'] as const satisfies Shown[];

/** The page that anybody with its address may read; it knows no session and shows what the server tells everybody. */
export function StatusPage({ slug }: { slug: string }): ReactNode {
  // In the zone of the visitor's browser: there is nobody whose profile says another.
  const format = useMemo(() => formatIn(localeOf(defaultLanguage), undefined), []);
  const reading = usePublicStatus(slug);
  const { status, failure } = reading;
  const t = useWords();
  const slow = usePatience(status === undefined && failure === undefined);
  const gone = failure !== undefined && isNoPage(failure);
  const title = status?.title ?? (gone ? t('publicStatus.none') : '');
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return (
    <FormatContext value={format}>
      <main className={styles.page}>
        {status ? (
          <StatusBody status={status} reading={reading} />
        ) : gone ? (
          <Message page tall title={t('publicStatus.none')} text={t('publicStatus.noneText')} />
        ) : failure ? (
          <Failure tall title={t('publicStatus.failed')} error={failure} onRetry={reading.retry} />
        ) : (
          <div role="status" aria-label={t('loading')} aria-busy="true">
            {slow ? <Bones lines={6} /> : null}
          </div>
        )}
      </main>
    </FormatContext>
  );
}

function StatusBody({ status, reading }: { status: PublicStatus; reading: StatusReading }): ReactNode {
  const t = useWords();
  const heading = useArrival(status.title);
  const [shown, setShown] = useState<Shown>('quarter');
  const open = status.incidents.filter(({ until }) => until === null);
  const told = status.notices.filter(({ endedAt }) => endedAt === null);
  const ended = status.notices.filter(({ endedAt }) => endedAt !== null);
  const past = status.incidents.filter(({ until }) => until !== null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {status.title}
      </h1>
      <Overall state={status.state} noticed={told.length > 0} />
      {told.map((notice) => (
        <Notice key={`${notice.startedAt} ${notice.title}`} notice={notice} />
      ))}
      {open.length > 0 ? <Incidents title={t('publicStatus.open')} incidents={open} /> : null}
      {status.monitors.length === 0 ? (
        <Message title={t('publicStatus.empty')} text={t('publicStatus.emptyText')} />
      ) : (
        <section className={styles.card} aria-label={t('publicStatus.services')}>
          <div className={styles.cardHead}>
            <h2>{t('publicStatus.services')}</h2>
            <SegmentedControl
              aria-label={t('publicStatus.span')}
              value={shown}
              onChange={setShown}
              data={spans.map((value) => ({ value, label: t(`publicStatus.${value}`) }))}
            />
          </div>
          <ul className={styles.monitors}>
            {status.monitors.map((monitor, index) => (
              <MonitorStatus
                key={`${index} ${monitor.name}`}
                monitor={monitor}
                shown={shown}
                starts={shown === 'day' ? status.hours : status.days}
                end={status.at}
              />
            ))}
          </ul>
        </section>
      )}
      {ended.length > 0 ? <EndedNotices notices={ended} /> : null}
      {past.length > 0 ? <Incidents title={t('publicStatus.past')} incidents={past} /> : null}
      <Updated at={status.at} failed={reading.failure !== undefined} />
    </>
  );
}

function Updated({ at, failed }: { at: string; failed: boolean }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  const age = format.relative(at, Math.max(now, new Date(at).getTime()));
  return (
    <footer className={styles.foot}>
      <span role="status">{failed ? t('publicStatus.stale', { age }) : ''}</span>
      <span>
        {failed ? '' : `${t('publicStatus.updated', { age })} · `}
        {t('range.zone', { zone: format.zone.replaceAll('_', ' ') })}
      </span>
    </footer>
  );
}
