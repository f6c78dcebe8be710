import { useState, type ReactNode } from 'react';
import styles from './scripts.module.css';

interface Props {
  /** Its signed address; null for none. */
  url: string | null;
  large?: boolean;
}

/** The icon of an installer beside its name, which says the same in words (F05-29). */
export function AutomationIcon({ url, large = false }: Props): ReactNode {
  const [broken, setBroken] = useState<string>();
  if (url === null || broken === url) return null;
  const side = large ? 32 : 20;
  return <img className={styles.icon} src={url} alt="" width={side} height={side} onError={() => setBroken(url)} />;
}
