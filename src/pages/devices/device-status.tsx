import { IconCircleArrowDownFilled, IconCircleArrowUpFilled, IconCircleDashed, IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { deviceTone } from './device-tone.ts';
import styles from './devices.module.css';

type Device = CallReply<'readDevice'>;

/** "Online"; "Offline" with the time since the last submit; "Erased" with its time (C23-04 … C23-06). */
export function DeviceStatus({
  status,
  isServer,
  nodeClass,
}: Pick<Device, 'status' | 'isServer' | 'nodeClass'>): ReactNode {
  const t = useWords();
  const tone = deviceTone({ status, isServer, nodeClass });
  const Icon = {
    online: IconCircleArrowUpFilled,
    offline: IconCircleArrowDownFilled,
    erased: IconEraser,
    unmonitored: IconCircleDashed,
  }[status.state];
  return (
    <span className={styles.status}>
      <span className={parts.status} data-tone={tone}>
        <Icon size={15} aria-hidden />
        {t(`deviceStatus.${status.state}`)}
      </span>
      {status.at === null ? null : (
        <span className={parts.quiet}>
          <When at={status.at} />
        </span>
      )}
    </span>
  );
}
