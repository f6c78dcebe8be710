import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './step.module.css';

/** That the test of the answers has succeeded; takes the focus, as a refusal does. */
export function TestPassed({ text }: { text: string }): ReactNode {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.focus();
    banner.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={banner} className={styles.alert} role="status" tabIndex={-1} data-tone="success">
      <IconCircleCheck size={18} aria-hidden />
      <p className={styles.alertTitle}>{text}</p>
    </div>
  );
}
