import type { ReactNode } from 'react';
import { bytesInWords } from '#engine/vocabulary/chosen-file.ts';
import type { ShownData } from '#engine/flow/flow.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { useFormat } from '../shared/format.ts';
import { fill, useScreenWords } from '../words.tsx';
import styles from './deletion.module.css';
import PlanPart from './plan.tsx';

type Device = ShownData['backupData']['devices'][number];

/** The plan of the deletion, and the backup data, which Cairn deletes only if the person asks for it (F10-03, F10-17). */
export default function PlanBackupsPart(props: SpecialPartProps): ReactNode {
  const words = useScreenWords();
  const format = useFormat();
  const { backupData } = props.view.shown;
  if (backupData === undefined) return null;
  const { devices, deviceCount, files, bytes } = backupData;
  const others = deviceCount - devices.length;
  return (
    <>
      <PlanPart {...props} />
      <div className={styles.plan}>
        <h2>{words.backupData}</h2>
        <p className={styles.found}>
          {fill(words.backupDataFound, {
            files: format.number(files),
            size: bytesInWords(bytes),
            devices: format.number(deviceCount),
          })}
        </p>
        <ul className={styles.lines} aria-label={words.backupData} tabIndex={0}>
          {devices.map((device) => (
            <BackupLine key={device.nodeId} device={device} />
          ))}
          {others > 0 ? <li>{fill(words.andMore, { count: format.number(others) })}</li> : null}
        </ul>
      </div>
    </>
  );
}

function BackupLine({ device: { name, reason, destinations } }: { device: Device }): ReactNode {
  const words = useScreenWords();
  const format = useFormat();
  return (
    <li>
      <span className={styles.count}>{name}</span>
      <span className={styles.names}>
        {destinations.map(({ path, files, bytes, others }) => (
          <span key={path} className={styles.destination}>
            {fill(files === null ? words.backupDataUnknown : words.backupDataAt, {
              path,
              files: format.number(files ?? 0),
              size: bytesInWords(bytes ?? 0),
            })}
            {others > 0 ? ` ${fill(words.backupDataOthers, { count: format.number(others) })}` : ''}
          </span>
        ))}
        {reason === '' ? null : <span className={styles.obstacle}>{reason}</span>}
      </span>
    </li>
  );
}
