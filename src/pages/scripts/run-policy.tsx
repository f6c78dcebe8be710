import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { policyPath } from '../../shell/policy-paths.ts';
import { useWords } from '../../words/words.ts';

/** The policy whose schedule started a run. */
export function RunPolicy({
  policy: { id, name },
}: {
  policy: NonNullable<CallReply<'readScriptRun'>['policy']>;
}): ReactNode {
  const t = useWords();
  if (name === '') return t('policy.hidden');
  return (
    <>
      {t('policy.title')}{' '}
      {id === null ? (
        `“${name}”`
      ) : (
        <Anchor component={Link} to={policyPath(id)} inherit underline="always">
          {name}
        </Anchor>
      )}
    </>
  );
}
