import { ActionIcon, Button } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { DeviceStatus } from '../devices/device-status.tsx';
import { Facts } from '../devices/inventory-cards.tsx';
import { deviceKey, stationLabel, vendorText, type MapNode, type Port } from './graph.ts';
import styles from './network.module.css';
import { KnownBy, StationFacts, StationName } from './station-line.tsx';

interface Props {
  node: MapNode;
  ports: readonly Port[];
  /** What a device is called. */
  nameOf: (nodeId: number) => string;
  onChoose: (key: string) => void;
  onClose: () => void;
}

const portOrder = new Intl.Collator(undefined, { numeric: true });

/** The chosen node: what it is, its ports and what each leads to, and the ports of others that lead to it. */
export function MapPanel({ node, ports, nameOf, onChoose, onClose }: Props): ReactNode {
  const t = useWords();
  const { device, station, kind, label, members, key } = node;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollTo(0, 0);
  }, [key]);
  const own = ports
    .filter(({ nodeId }) => device?.nodeId === nodeId)
    .toSorted((a, b) => portOrder.compare(a.portName, b.portName));
  const links = new Set(own.map(({ link }) => link));
  // A cable that the device sees itself is listed once.
  const at = ports.filter((port) => port.key === key && port.nodeId !== device?.nodeId && !links.has(port.link));
  return (
    <aside ref={panel} className={styles.panel} aria-label={label}>
      <header className={styles.panelHead}>
        <div className={styles.panelTitle}>
          <h2>{label}</h2>
          <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </div>
        {device ? (
          <DeviceStatus status={device.status} isServer={device.isServer} nodeClass={device.nodeClass} />
        ) : (
          <span className={parts.quiet}>{t(`networkMap.kind_${kind}`)}</span>
        )}
        <Facts
          of={[
            [t('device.class'), device && t(`nodeClass.${device.nodeClass}`, { defaultValue: device.nodeClass })],
            [t('device.location'), device?.locationName],
            [t('networkMap.address'), station.address && <span className={parts.mono}>{station.address}</span>],
            [t('device.macAddress'), station.mac && <span className={parts.mono}>{station.mac}</span>],
            [t('networkMap.vendor'), vendorText(station, t('networkMap.local'))],
            [t('networkMap.readAt'), device?.readAt && <When at={device.readAt} />],
          ]}
        />
        {device ? (
          <Button
            component={Link}
            to={devicePath(device.nodeId)}
            variant="default"
            rightSection={<IconArrowRight size={16} />}
          >
            {t('networkMap.open')}
          </Button>
        ) : null}
      </header>
      {own.length > 0 ? (
        <PortList title={t('networkMap.ports')} count={own.length}>
          {own.map((port) => (
            <li key={`${port.port} ${port.key} ${port.link}`}>
              <PortLine port={port} name={port.portName} onChoose={() => onChoose(port.key)}>
                {port.kind === 'group' ? t('networkMap.addresses', { count: port.count }) : stationLabel(port.station)}
              </PortLine>
            </li>
          ))}
        </PortList>
      ) : device?.readAt ? (
        <p className={styles.panelText}>{t('networkMap.noPorts')}</p>
      ) : null}
      {at.length > 0 ? (
        <PortList title={t('networkMap.connectedAt')} count={at.length}>
          {at.map((port) => (
            <li key={`${port.nodeId} ${port.port}`}>
              <PortLine port={port} name={port.portName} isBack onChoose={() => onChoose(deviceKey(port.nodeId))}>
                {nameOf(port.nodeId)}
              </PortLine>
            </li>
          ))}
        </PortList>
      ) : null}
      {members.length > 0 ? (
        <PortList title={t('networkMap.members')} count={node.count}>
          {members.map((member) => (
            <li key={member.mac} className={styles.member}>
              <StationName of={member} />
              <StationFacts of={member} />
            </li>
          ))}
          {node.count > members.length ? (
            <li className={styles.member}>{t('networkMap.more', { count: node.count - members.length })}</li>
          ) : null}
        </PortList>
      ) : null}
    </aside>
  );
}

function PortList({ title, count, children }: { title: string; count: number; children: ReactNode }): ReactNode {
  return (
    <section className={styles.panelPart}>
      <h3>
        {title} <span className={parts.quiet}>{count}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  port: Port;
  name: string;
  /** The port is one of another device, which leads here. */
  isBack?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** A port and what it leads to, as a button that chooses it on the map. */
function PortLine({ port, name, isBack = false, onChoose, children }: LineProps): ReactNode {
  const t = useWords();
  const { remotePort, knownBy, lastSeenAt, station } = port;
  const shown = name || t('networkMap.unknownPort');
  return (
    <button type="button" className={styles.portLine} onClick={onChoose}>
      <span className={styles.portLineMain}>
        {isBack ? (
          <>
            <span className={styles.portTarget}>{children}</span>
            <span className={styles.portTag}>{shown}</span>
          </>
        ) : (
          <>
            <span className={styles.portTag}>{shown}</span>
            <IconArrowRight size={13} aria-hidden />
            <span className={styles.portTarget}>{children}</span>
          </>
        )}
      </span>
      <span className={styles.portLineMore}>
        <KnownBy ways={knownBy} />
        {!isBack && remotePort !== '' ? <span>{t('networkMap.portThere', { port: remotePort })}</span> : null}
        {isBack || port.kind === 'device' ? null : <StationFacts of={station} />}
        <span className={parts.quiet}>
          <When at={lastSeenAt} />
        </span>
      </span>
    </button>
  );
}
