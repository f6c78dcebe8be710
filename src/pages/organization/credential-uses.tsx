import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import type { CallReply } from '#api/client.ts';
import { useWords } from '../../words/words.ts';
import styles from './organization.module.css';

export type CredentialUses = CallReply<'listCredentialUses'>[number];

const kinds = ['devices', 'vmHosts', 'computers'] as const;

/** One line for each kind of use: "3 devices are polled with it: a, b and c". */
function useLines(): (uses: CredentialUses | undefined) => string[] {
  const t = useWords();
  const format = useFormat();
  return (uses) => {
    if (!uses) return [];
    const lines = kinds.flatMap((kind) => {
      const { total, names } = uses[kind];
      if (total === 0) return [];
      const named = names.map(({ name }) => name).join(', ');
      const more = total - names.length;
      const list = more > 0 ? t('credential.andMore', { named, more: format.number(more) }) : named;
      return [`${t(`credential.used_${kind}`, { count: total })}: ${list}`];
    });
    return uses.readsDirectory ? [...lines, t('credential.used_directory')] : lines;
  };
}

/** Where a credential is used, in the list of credentials. */
export function UsedBy({ uses }: { uses: CredentialUses | undefined }): ReactNode {
  return useLines()(uses).map((line) => (
    <span key={line} className={styles.note} title={line}>
      {line}
    </span>
  ));
}

/** What stops working with a credential, before it is deleted. */
export function UsesAtStake({ uses }: { uses: CredentialUses | undefined }): ReactNode {
  const lines = useLines()(uses);
  if (lines.length === 0) return null;
  return (
    <ul className={styles.atStake}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
