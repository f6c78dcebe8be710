import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../shared/copy-button.tsx';
import styles from '../shared/shared.module.css';

/** Where the page that was saved stands, to be copied and given away. */
export function StatusAddress({ saved }: { saved: unknown }): ReactNode {
  const slug = typeof saved === 'object' && saved !== null && 'slug' in saved ? saved.slug : undefined;
  if (typeof slug !== 'string') return null;
  const address = new URL(`/#/status/${slug}`, document.baseURI).href;
  return (
    <div className={styles.once}>
      <Input
        className={styles.onceText}
        aria-label="Address of the status page"
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={address} subject="the address of the status page" />
    </div>
  );
}
