import type { ReactNode } from 'react';
import styles from './shared.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'idle';

interface Props {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A short word on a soft ground of its tone. */
export function Tag({ tone = 'idle', icon, children }: Props): ReactNode {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
