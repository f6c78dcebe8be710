import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import parts from '../../parts/parts.module.css';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { stationLabel, vendorText, type Port, type Station } from './graph.ts';
import styles from './network.module.css';

type Way = CallReply<'readNetworkMap'>['ports'][number]['knownBy'][number];

/** How a link is known. */
export function KnownBy({ ways }: { ways: readonly Way[] }): ReactNode {
  const t = useWords();
  return (
    <span className={styles.ways}>
      {ways.map((way) => (
        <span key={way} className={styles.way} title={t(`networkMap.knownBy_${way}_text`)}>
          {t(`networkMap.knownBy_${way}`)}
        </span>
      ))}
    </span>
  );
}

/** A station with a link to its device. */
export function StationName({ of }: { of: Station }): ReactNode {
  const label = stationLabel(of);
  return of.nodeId === null ? (
    <span className={of.name === '' ? parts.mono : undefined}>{label}</span>
  ) : (
    <Link to={devicePath(of.nodeId)}>{label}</Link>
  );
}

/** What a port leads to, in a line: a device, an address, or so many of them. */
export function LeadsTo({ of: { kind, station, count } }: { of: Pick<Port, 'kind' | 'station' | 'count'> }): ReactNode {
  const t = useWords();
  return kind === 'group' ? <>{t('networkMap.addresses', { count })}</> : <StationName of={station} />;
}

/** The addresses and the vendor of a station, below its name. */
export function StationFacts({ of, named = true }: { of: Station; named?: boolean }): ReactNode {
  const t = useWords();
  const shown = named ? stationLabel(of) : '';
  const addresses = [of.address, of.mac].filter((text) => text !== '' && text !== shown);
  const vendor = vendorText(of, t('networkMap.local'));
  if (addresses.length === 0 && vendor === '') return null;
  return (
    <span className={styles.facts}>
      {addresses.map((text) => (
        <span key={text} className={parts.mono}>
          {text}
        </span>
      ))}
      {vendor === '' ? null : <span>{vendor}</span>}
    </span>
  );
}
