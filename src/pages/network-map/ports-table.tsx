import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { useTableState } from '../../table/table-state.ts';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { stationLabel, vendorText, type Port } from './graph.ts';
import styles from './network.module.css';
import { KnownBy, LeadsTo } from './station-line.tsx';

interface Row extends Port {
  id: number;
  device: string;
}

interface Props {
  ports: readonly Port[];
  nameOf: (nodeId: number) => string;
}

type Words = ReturnType<typeof useWords>;

/** Ports whose device, name or station contains the text. */
export function portsThatMatch(ports: readonly Port[], nameOf: Props['nameOf'], search: string): readonly Port[] {
  const text = search.trim().toLowerCase();
  if (text === '') return ports;
  return ports.filter(({ nodeId, portName, station, members, remotePort }) =>
    [
      nameOf(nodeId),
      portName,
      remotePort,
      ...[station, ...members].flatMap(({ name, address, mac, vendor }) => [name, address, mac, vendor]),
    ].some((value) => value.toLowerCase().includes(text)),
  );
}

function columnsOf(t: Words): Column<Row>[] {
  return [
    {
      id: 'device',
      title: t('networkMap.switch'),
      cell: (row) => <DeviceLink row={row} />,
      sortBy: ({ device }) => device,
      fixed: true,
      from: 640,
      width: 150,
    },
    {
      id: 'port',
      title: t('networkMap.port'),
      cell: (row) => <PortCell row={row} />,
      sortBy: ({ portName, port }) => portName || port,
      fixed: true,
      width: 170,
    },
    {
      id: 'to',
      title: t('networkMap.leadsTo'),
      cell: (row) => (
        <span className={styles.leads}>
          <LeadsTo of={row} />
          {row.remotePort === '' ? null : <span className={parts.quiet}>{row.remotePort}</span>}
        </span>
      ),
      sortBy: ({ station, kind }) => (kind === 'group' ? null : stationLabel(station)),
      fixed: true,
      fills: true,
    },
    {
      id: 'mac',
      title: t('networkMap.mac'),
      cell: ({ station }) => <span className={parts.mono}>{station.mac}</span>,
      sortBy: ({ station }) => station.mac || null,
      from: 1140,
      width: 150,
    },
    {
      id: 'address',
      title: t('networkMap.address'),
      cell: ({ station }) => <span className={parts.mono}>{station.address}</span>,
      sortBy: ({ station }) => station.address || null,
      from: 900,
      width: 140,
    },
    {
      id: 'vendor',
      title: t('networkMap.vendor'),
      cell: ({ station }) => vendorText(station, t('networkMap.local')),
      sortBy: ({ station }) => station.vendor || null,
      from: 1140,
      width: 160,
    },
    {
      id: 'knownBy',
      title: t('networkMap.knownBy'),
      cell: ({ knownBy }) => <KnownBy ways={knownBy} />,
      sortBy: ({ knownBy }) => knownBy.join(),
      from: 640,
      width: 120,
    },
    {
      id: 'seen',
      title: t('networkMap.lastSeen'),
      cell: ({ lastSeenAt }) => <When at={lastSeenAt} />,
      sortBy: ({ lastSeenAt }) => lastSeenAt,
      from: 900,
      width: 130,
    },
  ];
}

function DeviceLink({ row: { nodeId, device } }: { row: Row }): ReactNode {
  return <Link to={devicePath(nodeId)}>{device}</Link>;
}

/** On a phone the switch stands above its port: there is room for two columns. */
function PortCell({ row }: { row: Row }): ReactNode {
  const t = useWords();
  const { portName, port } = row;
  return (
    <span className={styles.portCell}>
      <span className={styles.onPhone}>
        <DeviceLink row={row} />
      </span>
      {portName || (port === 0 ? t('networkMap.unknownPort') : port)}
    </span>
  );
}

/** The map as a table: a row for each port. */
export function PortsTable({ ports, nameOf }: Props): ReactNode {
  const t = useWords();
  const columns = useMemo(() => columnsOf(t), [t]);
  const table = useTableState('network-map', columns, { column: 'device', descending: false });
  const rows = useMemo(
    () => ports.map((port, index): Row => ({ ...port, id: index + 1, device: nameOf(port.nodeId) })),
    [ports, nameOf],
  );
  return (
    <DataTable
      label={t('networkMap.title')}
      rows={rows}
      columns={table.shown}
      sort={table.sort}
      onSort={table.setSort}
      stickyHead
    />
  );
}
