import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './maintenance.module.css';
import { sentenceOf, spanOf } from './windows.ts';

type Listed = CallReply<'listDeviceMaintenance'>['items'][number];

const day = 86_400_000;
/** Windows of the last month, and what is coming. */
const back = 30 * day;
const ahead = 400 * day;

/** The windows of a device with what each suppressed; nothing while it never had one. */
export function DeviceMaintenance({ id }: { id: number }): ReactNode {
  const t = useWords();
  const [query] = useState(() => ({
    from: new Date(Date.now() - back).toISOString(),
    to: new Date(Date.now() + ahead).toISOString(),
  }));
  const windows = useCall('listDeviceMaintenance', { params: { id }, query });
  if (windows.data?.items.length === 0) return null;
  return (
    <Card flush title={t('maintenance.history')} count={windows.data?.total}>
      <DataState of={windows} failed={t('maintenance.historyFailed')}>
        {({ items }) => (
          <ul className={styles.windows}>
            {items.map((window) => (
              <Window key={window.id} window={window} />
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  );
}

function Window({ window }: { window: Listed }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  const sentence = sentenceOf(window, now, t, format);
  const { reasonMessage, setBy, setAt, suppressed } = window;
  return (
    <li className={styles.window}>
      <span className={styles.windowTitle}>{sentence ?? spanOf(window, now, t, format)}</span>
      <span className={styles.quiet}>
        {reasonMessage === '' ? null : `${reasonMessage} · `}
        {t('maintenance.setBy', { name: setBy })} <When at={setAt} />
      </span>
      <Suppressed {...suppressed} />
    </li>
  );
}

function Suppressed({ items, total }: Listed['suppressed']): ReactNode {
  const t = useWords();
  if (total === 0) return <span className={styles.quiet}>{t('maintenance.nothingSuppressed')}</span>;
  const rest = total - items.length;
  return (
    <details className={styles.suppressed}>
      <summary>{t('maintenance.suppressed', { count: total })}</summary>
      <ul>
        {items.map(({ kind, news, at, conditionName, message }) => (
          <li key={`${kind} ${news ?? ''} ${at} ${conditionName} ${message}`}>
            <strong>{conditionName}</strong>: {message}
            <span className={styles.quiet}>
              {kind === 'TECHNICIANS' || kind === 'CHANNELS'
                ? t(`maintenance.held_${kind}_${news ?? 'raised'}`)
                : t(`maintenance.held_${kind}`)}{' '}
              · <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className={styles.quiet}>{t('maintenance.suppressedMore', { count: rest })}</p> : null}
    </details>
  );
}
