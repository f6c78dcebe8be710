import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import styles from './commands.module.css';

/** What a ping found of one host, as the run keeps it. */
interface PingReply {
  target: string;
  address: string;
  method: 'icmp' | 'tcp';
  sent: number;
  received: number;
  minimumMs: number | null;
  averageMs: number | null;
  maximumMs: number | null;
  error: string;
}

/** The hosts of a ping with their times, as a table and as bars on one scale. */
export function PingReplies({ run }: { run: CallReply<'readRun'> }): ReactNode {
  const t = useWords();
  const active = run.endedAt === null;
  const reply = useCall(
    'listRunItems',
    { params: { id: run.id }, query: { limit: 100 } },
    active ? { refetchEverySeconds: 2 } : {},
  );
  return (
    <DataState of={reply} failed={t('device.repliesFailed')}>
      {({ items }) => {
        const replies = items.map(({ data }) => data as unknown as PingReply);
        if (replies.length === 0)
          return <p className={styles.none}>{active ? t('device.noReplyYet') : t('device.noReply')}</p>;
        const slowest = Math.max(...replies.map(({ maximumMs }) => maximumMs ?? 0), 1);
        return (
          <div className={styles.replies}>
            <table aria-label={t('device.replies')}>
              <thead>
                <tr>
                  <th>{t('device.host')}</th>
                  <th className={styles.number}>{t('device.received')}</th>
                  <th className={styles.number}>{t('device.averageMs')}</th>
                  <th className={styles.plotHead}>{t('device.times')}</th>
                </tr>
              </thead>
              <tbody>
                {replies.map((each) => (
                  <Reply key={each.target} reply={each} slowest={slowest} />
                ))}
              </tbody>
            </table>
          </div>
        );
      }}
    </DataState>
  );
}

function Reply({ reply, slowest }: { reply: PingReply; slowest: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { target, address, method, sent, received, minimumMs, averageMs, maximumMs, error } = reply;
  const ms = (value: number) => format.number(Math.round(value * 100) / 100);
  const share = (value: number) => `${Math.min(100, (value / slowest) * 100)}%`;
  const about = [address !== target && address, method === 'tcp' && t('device.byTcp')].filter(Boolean).join(' · ');
  return (
    <tr data-lost={received === 0 || undefined}>
      <td colSpan={error ? 4 : 1}>
        <span className={parts.mono}>{target}</span>
        {about && <div className={parts.quiet}>{about}</div>}
        {error && <div className={styles.error}>{error}</div>}
      </td>
      {error === '' && (
        <>
          <td className={styles.number}>{t('device.receivedOf', { received, sent })}</td>
          <td className={styles.number}>{averageMs === null ? '–' : ms(averageMs)}</td>
          <td className={styles.plot}>
            {minimumMs !== null && averageMs !== null && maximumMs !== null && (
              <span
                className={styles.track}
                role="img"
                aria-label={t('device.range', { from: ms(minimumMs), to: ms(maximumMs) })}
                title={t('device.range', { from: ms(minimumMs), to: ms(maximumMs) })}
              >
                <span
                  className={styles.span}
                  style={{ left: share(minimumMs), width: `max(2px, calc(${share(maximumMs)} - ${share(minimumMs)}))` }}
                />
                <span className={styles.mean} style={{ left: share(averageMs) }} />
              </span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}
