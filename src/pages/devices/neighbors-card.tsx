import { Button } from '@mantine/core';
import { IconRefresh, IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { topologyEverySeconds } from '#api/contract/network-map-names.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { networkMapPath } from '../network-map/map-search.ts';
import { KnownBy, LeadsTo, StationFacts } from '../network-map/station-line.tsx';
import styles from './devices.module.css';

type Reply = CallReply<'listDeviceNeighbors'>;
type Row = Reply['ports'][number];

const order = new Intl.Collator(undefined, { numeric: true });

/** What is behind each interface of a device, and at which ports of other devices it is itself. Nothing of a device that nobody sees. */
export function NeighborsCard({ id, clientId }: { id: number; clientId: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const reply = useCall('listDeviceNeighbors', { params: { id } }, { refetchEverySeconds: 60 });
  const { data } = reply;
  // A computer that stands at no port that was read has no card.
  if (data && !data.asked && data.ports.length + data.at.length === 0) return null;
  const readAt = data?.readAt ?? null;
  return (
    <div className={styles.whole}>
      <Card
        flush
        title={t('networkMap.neighbors')}
        count={data ? data.ports.length + data.at.length + data.omitted : undefined}
        text={
          readAt === null
            ? undefined
            : t('networkMap.neighborsReadAt', {
                time: format.dayAndTime(readAt),
                every: format.duration(topologyEverySeconds),
              })
        }
        actions={
          <>
            {data?.asked && may('NODE:Update') ? <ReadNeighbors id={id} clientId={clientId} /> : null}
            <Button
              component={Link}
              to={networkMapPath(clientId, { deviceId: id })}
              variant="default"
              leftSection={<IconTopologyStar3 size={16} />}
            >
              {t('networkMap.onMap')}
            </Button>
          </>
        }
      >
        <DataState of={reply} failed={t('networkMap.neighborsFailed')}>
          {({ ports, at, omitted }) =>
            ports.length + at.length === 0 ? (
              <Message title={t('networkMap.neighborsNone')} text={t('networkMap.neighborsNone_text')} />
            ) : (
              <>
                <Neighbors ports={ports} at={at} />
                {omitted > 0 ? (
                  <p className={styles.more}>{t('networkMap.neighborsOmitted', { count: omitted })}</p>
                ) : null}
              </>
            )
          }
        </DataState>
      </Card>
    </div>
  );
}

function ReadNeighbors({ id, clientId }: { id: number; clientId: number }): ReactNode {
  const t = useWords();
  const refresh = useAct('refreshNetworkMap', {
    done: ({ devices }) => t('networkMap.refreshing', { count: devices }),
    failed: t('networkMap.refreshFailed'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={refresh.busy}
      onClick={() => void refresh.run({ body: { clientId, nodeId: id } })}
    >
      {t('networkMap.refresh')}
    </Button>
  );
}

function Neighbors({ ports, at }: Pick<Reply, 'ports' | 'at'>): ReactNode {
  const t = useWords();
  return (
    <div className={styles.scroll}>
      <table className={styles.list} aria-label={t('networkMap.neighbors')}>
        <thead>
          <tr>
            <th>{t('networkMap.port')}</th>
            <th>{t('networkMap.leadsTo')}</th>
            <th>{t('networkMap.portAtOtherEnd')}</th>
            <th>{t('networkMap.knownBy')}</th>
            <th>{t('networkMap.lastSeen')}</th>
          </tr>
        </thead>
        <tbody>
          {ports
            .toSorted((a, b) => order.compare(a.portName, b.portName))
            .map((row) => (
              <Line key={`${row.port} ${row.key} ${row.link}`} row={row} port={row.portName} there={row.remotePort}>
                <LeadsTo of={row} />
                {row.kind === 'group' ? null : <StationFacts of={row.station} />}
              </Line>
            ))}
          {at.map((row) => (
            // Of such a port this device says nothing itself.
            <Line key={`at ${row.nodeId} ${row.port}`} row={row} port={row.remotePort} there={row.portName}>
              <Link to={devicePath(row.nodeId)}>{row.name}</Link>
            </Line>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({
  row,
  port,
  there,
  children,
}: {
  row: Row;
  port: string;
  there: string;
  children: ReactNode;
}): ReactNode {
  return (
    <tr>
      <td>{port || '–'}</td>
      <td>
        <div className={styles.stack}>{children}</div>
      </td>
      <td className={parts.quiet}>{there || '–'}</td>
      <td>
        <KnownBy ways={row.knownBy} />
      </td>
      <td>
        <When at={row.lastSeenAt} />
      </td>
    </tr>
  );
}
