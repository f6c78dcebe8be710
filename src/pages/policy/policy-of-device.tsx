import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { policyPath } from '../../shell/policy-paths.ts';
import { useWords } from '../../words/words.ts';

/** The policy of a device, and why it has this one. */
export function PolicyOfDevice({
  effective: { policy, assignedTo },
}: {
  effective: CallReply<'readDevicePolicy'>;
}): ReactNode {
  const t = useWords();
  const why = t(`policy.by_${assignedTo}`);
  if (policy === null) return why;
  if (policy.name === '') return `${t('policy.hidden')} · ${why}`;
  return (
    <>
      <Anchor component={Link} to={policyPath(policy.id)} inherit underline="always">
        {policy.name}
      </Anchor>
      {` · ${why}`}
    </>
  );
}
