import { IconPlugConnectedX, IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useLiveState } from '../live/live-provider.tsx';
import { usePatience } from '../parts/use-patience.ts';
import { useWords } from '../words/words.ts';
import styles from './shell.module.css';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Warns that the page's data may be stale, and why. Ignores short disconnects. */
export function OfflineBanner(): ReactNode {
  const t = useWords();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const live = useLiveState();
  const lost = usePatience(!online || live === 'waiting');
  return (
    <div role="status" aria-live="polite">
      {lost ? (
        <div className={styles.banner}>
          {online ? <IconPlugConnectedX size={16} aria-hidden /> : <IconWifiOff size={16} aria-hidden />}
          {online ? t('offline.server') : t('offline.network')}
        </div>
      ) : null}
    </div>
  );
}
