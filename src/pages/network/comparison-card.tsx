import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { callFile, type CallReply } from '#api/client.ts';
import { hostClasses, type HostClass } from '#api/contract/discoveries.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { FilterChips } from '../../table/filter-chips.tsx';
import { ListFrame } from '../../table/list-frame.tsx';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import styles from './network.module.css';

type Discovery = CallReply<'readDiscovery'>;
type Host = CallReply<'compareDiscoveries'>['items'][number];

/** Earlier discoveries that are offered. */
const mostOffered = 100;

/** What changed on the network since an earlier discovery of the location. */
export function ComparisonCard({ discovery }: { discovery: Discovery }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { runId, locationId, previous } = discovery;
  const [chosen, setChosen] = useState<string>();
  const others = useCall('listDiscoveries', { query: { locationId, limit: mostOffered } });
  const earlier = chosen ?? previous;
  const choices = (others.data?.items ?? [])
    .filter((other) => other.runId !== runId && other.checked > 0 && other.endedAt !== null)
    .map((other) => ({
      value: other.runId,
      label: [format.exact(other.startedAt), other.scan?.name ?? other.probe.nodeName].join(' · '),
    }));
  return (
    <Card
      title={t('comparison.title')}
      text={t('comparison.text')}
      flush
      actions={
        choices.length === 0 ? null : (
          <Select
            w={320}
            aria-label={t('comparison.with')}
            data={choices}
            value={earlier}
            allowDeselect={false}
            searchable
            onChange={(value) => value !== null && setChosen(value)}
          />
        )
      }
    >
      {earlier === null ? (
        <Message title={t('comparison.none')} text={t('comparison.noneText')} />
      ) : (
        <Compared key={earlier} runId={runId} earlier={earlier} />
      )}
    </Card>
  );
}

function Compared({ runId, earlier }: { runId: string; earlier: string }): ReactNode {
  const t = useWords();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const [kind, setKind] = useState<HostClass>();
  const columns = useColumns();
  const hosts = useRows(
    'compareDiscoveries',
    { with: earlier, ...(kind && { class: kind }), ...(searched !== '' && { search: searched }) },
    { params: { id: runId } },
  );
  return (
    <DataState of={hosts.first} failed={t('comparison.failed')} tall>
      {({ total, counts, leftOut }) => (
        <>
          <ListFrame
            label={t('comparison.search')}
            search={search}
            onSearch={setSearch}
            filters={
              <FilterChips
                label={t('comparison.class')}
                choices={hostClasses.map((value) => ({
                  value,
                  label: t(`comparison.classes.${value}`),
                  count: counts[value],
                }))}
                chosen={kind}
                onChoose={setKind}
              />
            }
            end={
              <>
                <span className={tableStyles.count}>{t('comparison.count', { count: total })}</span>
                <Export runId={runId} body={{ with: earlier, ...(kind && { class: kind }) }} />
              </>
            }
            empty={
              total === 0
                ? {
                    title: t('comparison.noHosts'),
                    text: t('comparison.noHostsText'),
                    ...((kind !== undefined || search !== '') && {
                      onClear: () => {
                        setKind(undefined);
                        setSearch('');
                      },
                    }),
                  }
                : undefined
            }
            failure={{ error: hosts.failure, title: t('comparison.failed'), onRetry: hosts.retry }}
          >
            <DataTable label={t('comparison.title')} rows={hosts.rows} columns={columns} onSeen={hosts.onSeen} />
          </ListFrame>
          {leftOut === 0 ? null : <p className={styles.note}>{t('comparison.leftOut', { count: leftOut })}</p>}
        </>
      )}
    </DataState>
  );
}

function Export({ runId, body }: { runId: string; body: { with: string; class?: HostClass } }): ReactNode {
  const t = useWords();
  const { busy, save } = useSaveFile(t('comparison.exportFailed'));
  const label = t('comparison.export');
  const name = 'cairn-network-comparison.csv';
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        variant="default"
        size={32}
        loading={busy}
        onClick={() => void save(() => callFile('exportComparison', { params: { id: runId }, body }), name)}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

const tones: Readonly<Record<HostClass, Tone>> = { new: 'warn', gone: 'bad', changed: 'good', unchanged: 'idle' };

function useColumns(): Column<Host>[] {
  const t = useWords();
  return [
    {
      id: 'host',
      title: t('comparison.host'),
      fixed: true,
      width: 150,
      fills: true,
      cell: ({ ip, name, changes }) => (
        <>
          <span className={`${tableStyles.main} ${styles.mono}`}>{ip}</span>
          <span className={tableStyles.second}>{changes.length === 0 ? name : wordsOf(changes, t)}</span>
        </>
      ),
    },
    { id: 'name', title: t('comparison.facts.name'), from: 640, width: 190, cell: ({ name }) => name },
    {
      id: 'class',
      title: t('comparison.class'),
      width: 110,
      cell: ({ class: kind }) => <Tag tone={tones[kind]}>{t(`comparison.classes.${kind}`)}</Tag>,
    },
    {
      id: 'changes',
      title: t('comparison.changes'),
      from: 640,
      cell: ({ changes }) => (
        <Tooltip label={wordsOf(changes, t)} disabled={changes.length === 0} multiline maw={420}>
          <span className={styles.cut}>{wordsOf(changes, t)}</span>
        </Tooltip>
      ),
    },
    { id: 'vendor', title: t('comparison.facts.vendor'), from: 1440, width: 140, cell: ({ vendor }) => vendor },
    {
      id: 'mac',
      title: t('comparison.facts.mac'),
      from: 1440,
      width: 150,
      cell: ({ mac }) => <span className={styles.mono}>{mac}</span>,
    },
  ];
}

/** “Name changed from printer to printer-2; SNMP answers now”. */
function wordsOf(changes: Host['changes'], t: ReturnType<typeof useWords>): string {
  return changes
    .map(({ fact, from, to }) =>
      fact === 'snmp'
        ? to === 'yes'
          ? t('comparison.snmpAnswers')
          : t('comparison.snmpSilent')
        : t('comparison.changed', {
            fact: t(`comparison.facts.${fact}`),
            from: from || t('comparison.nothing'),
            to: to || t('comparison.nothing'),
          }),
    )
    .join('; ');
}
