import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Refusal } from '#engine/flow/flow.ts';
import { isNotice } from '#engine/flow/refusal.ts';
import styles from './step.module.css';

interface Props {
  refusal: Refusal;
  /** What failed, in the words of the screen. */
  failed?: string | undefined;
  /** Refused fields that do not stand on this screen, by what a person calls them. */
  elsewhere?: readonly { label: string; message: string }[];
}

const NOWHERE: readonly never[] = [];

/** What the server refused and why; takes the focus when it comes. */
export function RefusalBanner({ refusal, failed, elsewhere = NOWHERE }: Props): ReactNode {
  const banner = useRef<HTMLDivElement>(null);
  const { code, message } = refusal;
  // A refusal of which one field was mended is the same: whoever types in the next one is not interrupted.
  useEffect(() => {
    if (message === '') return;
    banner.current?.focus();
    banner.current?.scrollIntoView?.({ block: 'nearest' });
  }, [code, message]);
  // A refused field says enough by itself.
  const title = refusal.fields === undefined && !isNotice(refusal) ? failed : undefined;
  return (
    <div
      ref={banner}
      className={styles.alert}
      role="alert"
      tabIndex={-1}
      data-code={refusal.code}
      data-tone={isNotice(refusal) ? 'notice' : undefined}
    >
      {isNotice(refusal) ? <IconInfoCircle size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      <div>
        <p className={styles.alertTitle}>{title ?? refusal.message}</p>
        {title !== undefined && <p className={styles.alertText}>{refusal.message}</p>}
        {elsewhere.length > 0 && (
          <ul className={styles.alertList}>
            {elsewhere.map(({ label, message }) => (
              <li key={label}>
                {label}: {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
