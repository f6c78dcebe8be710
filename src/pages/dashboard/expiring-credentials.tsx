import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Expiry } from '../../parts/expiry.tsx';
import { organizationPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';

/** Credentials that expire soon or have expired; nothing is shown while there is none. */
export function ExpiringCredentials(): ReactNode {
  const t = useWords();
  const expiring = useCall('listExpiringCredentials');
  if (!expiring.data || expiring.data.total === 0) return null;
  const { items, total } = expiring.data;
  return (
    <Card flush title={t('expiry.credentials')} count={total} text={t('expiry.credentialsText')}>
      <ul className={styles.list}>
        {items.map(({ id, name, clientId, clientName, expiresOn }) => (
          <li key={id} className={styles.item}>
            <div className={styles.itemText}>
              <Link to={organizationPath(clientId)} className={styles.itemMain}>
                {name}
              </Link>
              <span className={styles.itemNote}>{clientName}</span>
            </div>
            <Expiry on={expiresOn} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
