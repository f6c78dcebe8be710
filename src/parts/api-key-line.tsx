import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../words/words.ts';
import parts from './parts.module.css';
import { When } from './when.tsx';

type Key = CallReply<'listApiKeys'>[number];

/** The key's scope, or that it has expired. */
export function KeyState({ of }: { of: Key }): ReactNode {
  const t = useWords();
  const now = useNow();
  return new Date(of.expiresAt).getTime() <= now ? (
    <Tag tone="warn">{t('apiKeys.expired')}</Tag>
  ) : (
    <Tag>{t(`apiKeys.${of.scope}`)}</Tag>
  );
}

/** The key's id, its last use and its expiry. */
export function KeyNote({ of }: { of: Key }): ReactNode {
  const t = useWords();
  return (
    <>
      <span className={parts.mono}>{of.keyId}</span> ·{' '}
      {of.lastUsedAt ? (
        <>
          {t('apiKeys.used')} <When at={of.lastUsedAt} />
        </>
      ) : (
        t('apiKeys.neverUsed')
      )}{' '}
      · {t('apiKeys.expires')} <When at={of.expiresAt} />
    </>
  );
}
