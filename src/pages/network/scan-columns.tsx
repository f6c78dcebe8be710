import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { scheduleOf } from '../directory/job-words.ts';
import styles from './network.module.css';
import { discoveryPath } from './paths.ts';

export type Scan = CallReply<'listNetworkScans'>['items'][number];
export type ScanAct = 'run' | 'edit' | 'pause' | 'delete';

/** How the latest run ended; its words are told beside the pointer. It leads to the run. */
function LastRun({ scan }: { scan: Scan }): ReactNode {
  const t = useWords();
  const { running, lastRunAt, lastOutcome, lastResult, lastRun } = scan;
  if (running)
    return (
      <span className={`${parts.status} ${styles.last}`} data-tone="idle">
        <Loader size={13} />
        {t('networkScan.running')}
      </span>
    );
  if (lastRunAt === null) return <span className={styles.quiet}>{t('networkScan.never')}</span>;
  const failed = lastOutcome === 'failed';
  const words = (
    <>
      <When at={lastRunAt} />
      <span className={styles.cut}>{lastResult}</span>
    </>
  );
  return (
    <Tooltip label={lastResult} multiline maw={340}>
      <span className={`${parts.status} ${styles.last}`} data-tone={failed ? 'warn' : 'good'}>
        {failed ? <IconAlertTriangle size={15} aria-hidden /> : <IconCircleCheckFilled size={15} aria-hidden />}
        {lastRun === null || failed ? (
          words
        ) : (
          <Link className={`${tableStyles.main} ${styles.last}`} to={discoveryPath(lastRun)}>
            {words}
          </Link>
        )}
      </span>
    </Tooltip>
  );
}

export function useScanColumns(onAct: (act: ScanAct, scan: Scan) => void): Column<Scan>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      title: t('networkScan.name'),
      fixed: true,
      cell: ({ name, lastResult, newDevices }) => (
        <>
          <span className={tableStyles.main}>{name}</span>
          <span className={tableStyles.second}>
            {[newDevices > 0 && t('networkScan.newCount', { count: newDevices }), lastResult]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'targets',
      title: t('networkScan.targets'),
      from: 900,
      width: 150,
      cell: ({ ipTargets }) => (
        <span className={`${styles.cut} ${styles.mono}`} title={ipTargets}>
          {ipTargets}
        </span>
      ),
    },
    {
      id: 'probe',
      title: t('networkScan.probe'),
      from: 1440,
      width: 150,
      cell: ({ networkProbe }) => networkProbe?.nodeName ?? t('networkScan.probeGone'),
    },
    {
      id: 'place',
      title: t('networkScan.place'),
      from: 1440,
      width: 200,
      cell: ({ orgName, locationName }) => [orgName, locationName].join(' · '),
    },
    {
      id: 'schedule',
      title: t('networkScan.schedule'),
      from: 1140,
      width: 170,
      cell: ({ schedule, timeZone, paused }) =>
        paused ? <Tag>{t('networkScan.paused')}</Tag> : scheduleOf({ content: { schedule }, timeZone }, t),
    },
    {
      id: 'next',
      title: t('networkScan.next'),
      from: 640,
      width: 100,
      cell: ({ nextRunAt }) => (nextRunAt === null ? '–' : <When at={nextRunAt} />),
    },
    { id: 'last', title: t('networkScan.last'), from: 640, cell: (scan) => <LastRun scan={scan} /> },
    {
      id: 'new',
      title: t('networkScan.new'),
      width: 64,
      from: 640,
      cell: ({ newDevices }) =>
        newDevices === 0 ? <span className={styles.quiet}>0</span> : <Tag tone="warn">{newDevices}</Tag>,
    },
    {
      id: 'actions',
      title: t('networkScan.actions', { name: '' }),
      silent: true,
      fixed: true,
      width: 64,
      align: 'end',
      cell: (scan) => <ScanMenu scan={scan} onAct={(act) => onAct(act, scan)} />,
    },
  ];
}

function ScanMenu({ scan, onAct }: { scan: Scan; onAct: (act: ScanAct) => void }): ReactNode {
  const t = useWords();
  const { name, running, paused, networkProbe } = scan;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('networkScan.actions', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={running || networkProbe === null}
          onClick={() => onAct('run')}
        >
          {t('networkScan.run')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAct('edit')}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          onClick={() => onAct('pause')}
        >
          {t(paused ? 'networkScan.resume' : 'networkScan.pause')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onAct('delete')}>
          {t('networkScan.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
