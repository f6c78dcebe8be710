import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { pollEverySeconds } from '#api/contract/agent-methods/polling.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { Notice } from '../../parts/notice.tsx';
import { When } from '../../parts/when.tsx';
import { HistoryCard, mostPoints } from '../../plot/history-card.tsx';
import { instantOf } from '../../plot/plot-data.ts';
import { spanOf } from '../../plot/ranges.ts';
import { useRange } from '../../plot/use-range.ts';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';
import { Facts } from './inventory-cards.tsx';

type Device = CallReply<'readDevice'>;
type Polling = NonNullable<Device['polling']>;

interface Props {
  device: Device;
  polling: Polling;
}

/** Says why nothing polls a network device. */
export function PollingNotice({ polling: { inability, polledAt } }: Pick<Props, 'polling'>): ReactNode {
  const t = useWords();
  const format = useFormat();
  if (inability === null) return null;
  const last = polledAt === null ? '' : t('polling.lastAt', { time: format.dayAndTime(polledAt) });
  return (
    <div className={styles.whole}>
      <Notice title={t('polling.stopped')} text={[inability, last].filter(Boolean).join(' ')} />
    </div>
  );
}

/** What the last poll of a network device said. */
export function PollingCard({ device, polling }: Props): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { probe, credentialName, polledAt, since, answered, pingMS, sent, received, bootedAt } = polling;
  const lost = received === null ? null : sent - received;
  return (
    <Card title={t('polling.title')}>
      <Facts
        of={[
          [
            t('polling.probe'),
            probe && (
              <Link key="probe" to={devicePath(probe.nodeId)}>
                {probe.nodeName}
              </Link>
            ),
          ],
          [t('polling.every'), t('polling.everyText', { time: format.duration(pollEverySeconds) })],
          [t('polling.last'), polledAt === null ? t('polling.never') : <When key="last" at={polledAt} />],
          [t('polling.answered'), polledAt && t(`polling.answered_${answered ?? 'none'}`)],
          [t('polling.roundTrip'), pingMS === null ? null : format.milliseconds(pingMS)],
          // Of a device that never answers a ping it says nothing.
          [t('polling.loss'), answered === 'ping' && lost !== null ? t('polling.lossText', { lost, sent }) : null],
          [
            t('polling.since'),
            since && ['online', 'offline'].includes(device.status.state) ? <When key="since" at={since} /> : null,
          ],
          [t('polling.booted'), bootedAt && <When key="booted" at={bootedAt} />],
          [t('polling.credential'), credentialName ?? t('polling.noCredential')],
        ]}
      />
    </Card>
  );
}

const noBands: never[] = [];

/** Round trips and availability of a network device, by its polls. */
export function PollingHistory({ device }: Pick<Props, 'device'>): ReactNode {
  const t = useWords();
  const { id, createdAt } = device;
  const chosen = useRange({ path: devicePath(id), createdAt, kind: 'device' });
  const now = useNow();
  const span = spanOf(chosen.range, now);
  const query = useMemo(
    () => ({ from: instantOf(span.from), to: instantOf(span.to), points: mostPoints }),
    [span.from, span.to],
  );
  const results = useCall('listDeviceResults', { params: { id }, query }, { keep: true, refetchEverySeconds: 30 });
  return (
    <div className={styles.whole}>
      <HistoryCard
        chosen={chosen}
        span={span}
        results={results}
        frequency={pollEverySeconds}
        bands={noBands}
        none={{ yet: t('polling.noResults'), then: t('polling.noneThen') }}
      />
    </div>
  );
}
