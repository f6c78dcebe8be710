import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { callFile } from '#api/client.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { Message } from '../../parts/message.tsx';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { deviceKey, graphOf, matchesOf, type NetworkMap } from './graph.ts';
import { layoutOf } from './layout.ts';
import { MapPanel } from './map-panel.tsx';
import type { MapSearch } from './map-search.ts';
import { MapView } from './map-view.tsx';
import styles from './network.module.css';
import { PortsTable, portsThatMatch } from './ports-table.tsx';

interface Props {
  map: NetworkMap;
  clientId: number;
  locations: readonly { id: number; name: string }[];
  locationId: number | undefined;
  view: 'map' | 'table';
  /** The chosen device, of the address. */
  deviceId: number | undefined;
  onGo: (change: MapSearch) => void;
  onLocation: (id: number | undefined) => void;
}

/** The search, the filter, and below them the drawing or the table. */
export function MapBody({ map, clientId, locations, locationId, view, deviceId, onGo, onLocation }: Props): ReactNode {
  const t = useWords();
  const { devices, ports, omitted } = map;
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, 150);
  const names = useMemo(() => new Map(devices.map(({ nodeId, name }) => [nodeId, name])), [devices]);
  const nameOf = useCallback((id: number) => names.get(id) ?? '', [names]);
  const matching = useMemo(() => portsThatMatch(ports, nameOf, searched), [ports, nameOf, searched]);
  const isEmpty = ports.length === 0 || (view === 'table' && matching.length === 0);
  return (
    <>
      <div className={tableStyles.bar}>
        <TextInput
          className={tableStyles.barSearch}
          type="search"
          aria-label={t('networkMap.search')}
          placeholder={t('networkMap.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {locations.length > 1 ? (
          <Select
            className={styles.location}
            aria-label={t('devices.location')}
            placeholder={t('devices.anyLocation')}
            data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={locationId === undefined ? null : String(locationId)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('devices.anyLocation') }}
            nothingFoundMessage={t('table.noMatch')}
            onChange={(value) => onLocation(value === null ? undefined : Number(value))}
          />
        ) : null}
        <div className={tableStyles.barEnd}>
          <span className={tableStyles.count}>
            {t('networkMap.count', { devices: devices.length, count: matching.length })}
          </span>
          <ExportMap clientId={clientId} locationId={locationId} />
        </div>
      </div>
      {omitted > 0 ? <p className={styles.omitted}>{t('networkMap.omitted', { count: omitted })}</p> : null}
      {isEmpty ? (
        <Message
          tall
          title={t('table.noMatch')}
          text={
            searched.trim() === '' ? t('networkMap.nothingHere') : t('table.noMatchText', { search: searched.trim() })
          }
        />
      ) : view === 'table' ? (
        <PortsTable ports={matching} nameOf={nameOf} />
      ) : (
        <Drawing
          map={map}
          search={searched}
          nameOf={nameOf}
          deviceId={deviceId}
          onDevice={(id) => onGo({ deviceId: id })}
        />
      )}
    </>
  );
}

interface DrawingProps {
  map: NetworkMap;
  search: string;
  nameOf: (id: number) => string;
  deviceId: number | undefined;
  onDevice: (id: number | undefined) => void;
}

function Drawing({ map, search, nameOf, deviceId, onDevice }: DrawingProps): ReactNode {
  const t = useWords();
  const { devices, ports } = map;
  const graph = useMemo(
    () => graphOf({ devices, ports }, (count) => t('networkMap.addresses', { count })),
    [devices, ports, t],
  );
  // A device that goes offline moves nothing: the layout depends on the shape, and not on the graph.
  const shape = useMemo(
    () => JSON.stringify([graph.nodes.map(({ key, isHub }) => [key, isHub]), graph.edges.map(({ key }) => key)]),
    [graph],
  );
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the shape stands for the graph
  const layout = useMemo(() => layoutOf(graph), [shape]);
  const matches = useMemo(() => matchesOf(graph, search), [graph, search]);
  const [chosen, setChosen] = useState<string | undefined>(deviceId === undefined ? undefined : deviceKey(deviceId));
  useEffect(() => {
    if (deviceId !== undefined) setChosen(deviceKey(deviceId));
  }, [deviceId]);
  const node = graph.nodes.find(({ key }) => key === chosen);
  const choose = (key: string | undefined): void => {
    setChosen(key);
    onDevice(graph.nodes.find((each) => each.key === key)?.device?.nodeId);
  };
  return (
    <div className={styles.split} data-open={node !== undefined || undefined}>
      <MapView graph={graph} layout={layout} ports={ports} chosen={node?.key} onChoose={choose} matches={matches} />
      {node ? (
        <MapPanel node={node} ports={ports} nameOf={nameOf} onChoose={choose} onClose={() => choose(undefined)} />
      ) : null}
    </div>
  );
}

function ExportMap({ clientId, locationId }: { clientId: number; locationId: number | undefined }): ReactNode {
  const t = useWords();
  const { busy, save } = useSaveFile(t('networkMap.exportFailed'));
  const body = { clientId, ...(locationId !== undefined && { locationId }) };
  return (
    <Tooltip label={t('networkMap.export')}>
      <ActionIcon
        aria-label={t('networkMap.export')}
        variant="default"
        size={32}
        loading={busy}
        onClick={() => void save(() => callFile('exportNetworkMap', { body }), 'cairn-network-map.csv')}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
