import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { ServiceState } from '#api/contract/service-names.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';

type Services = CallReply<'listDeviceServices'>;
type Service = Services['items'][number];

/** Rows at once: a computer has some hundred services, and nobody reads them all. */
const MOST_ROWS = 100;

const toneOf: Readonly<Record<ServiceState, Tone>> = {
  RUNNING: 'good',
  EXITED: 'good',
  STARTING: 'warn',
  STOPPING: 'warn',
  STOPPED: 'idle',
  FAILED: 'bad',
  PAUSED: 'idle',
  OTHER: 'idle',
};

/** One that failed, or that starts with its computer and does not run. */
function needsAttention({ state, start }: Service): boolean {
  return state === 'FAILED' || (start === 'AUTOMATIC' && (state === 'STOPPED' || state === 'PAUSED'));
}

/** The services of a computer, as its agent reported them last. */
export function ServicesCard({ id }: { id: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const reply = useCall('listDeviceServices', { params: { id } }, { refetchEverySeconds: 60 });
  const reportedAt = reply.data?.reportedAt ?? null;
  return (
    <div className={styles.whole}>
      <Card
        flush
        title={t('services.title')}
        count={reply.data?.items.length}
        text={reportedAt === null ? undefined : t('services.reportedAt', { time: format.dayAndTime(reportedAt) })}
      >
        <DataState of={reply} failed={t('services.failed')}>
          {({ manager, items }) => {
            if (manager === null) return <Message title={t('services.waiting')} text={t('services.waitingText')} />;
            if (items.length === 0) return <Message title={t('services.none')} text={t('services.noneText')} />;
            return <List items={items} />;
          }}
        </DataState>
      </Card>
    </div>
  );
}

function List({ items }: { items: readonly Service[] }): ReactNode {
  const t = useWords();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState('ALL');
  const wanted = search.trim().toLowerCase();
  const found = items.filter(
    (each) =>
      (shown === 'ALL' || needsAttention(each)) &&
      (each.name.toLowerCase().includes(wanted) || each.label.toLowerCase().includes(wanted)),
  );
  const attention = items.filter(needsAttention).length;
  return (
    <>
      <div className={styles.serviceFilters}>
        <TextInput
          type="search"
          size="sm"
          leftSection={<IconSearch size={16} />}
          placeholder={t('services.search')}
          aria-label={t('services.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('services.shown')}
          data={[
            { value: 'ALL', label: t('services.all') },
            { value: 'ATTENTION', label: t('services.attention', { count: attention }) },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {found.length === 0 ? (
        <Message title={t('services.noMatch')} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.list} aria-label={t('services.title')}>
            <thead>
              <tr>
                <th>{t('services.name')}</th>
                <th>{t('services.state')}</th>
                <th>{t('services.start')}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MOST_ROWS).map((each) => (
                <Row key={each.name} service={each} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.length > MOST_ROWS ? (
        <p className={styles.serviceRest}>{t('services.more', { count: found.length - MOST_ROWS })}</p>
      ) : null}
    </>
  );
}

function Row({ service: { name, label, state, start, since, changed } }: { service: Service }): ReactNode {
  const t = useWords();
  return (
    <tr>
      <td>
        {label === '' ? name : label}
        {label === '' || label === name ? null : <div className={parts.quiet}>{name}</div>}
      </td>
      <td>
        <Tag tone={toneOf[state]}>{t(`services.state_${state}`)}</Tag>
        {changed ? (
          <div className={parts.quiet}>
            <When at={since} />
          </div>
        ) : null}
      </td>
      <td>{t(`services.start_${start}`)}</td>
    </tr>
  );
}
