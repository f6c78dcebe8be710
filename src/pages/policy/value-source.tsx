import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { policyPath, settingsPath } from '../../shell/policy-paths.ts';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import type { ConditionField, ConditionValue } from './condition-fields.ts';

type Source = CallReply<'readDevicePolicy'>['values'][number]['source'];

/** A value as people read it. */
export function ValueText({ field, value }: { field: ConditionField; value: ConditionValue }): ReactNode {
  const t = useWords();
  if (typeof value === 'boolean') return t(value ? 'policy.on' : 'policy.off');
  if (value === '') return '–';
  const shown = field.options?.find((option) => option.value === value)?.label ?? String(value);
  return field.suffix === '' ? shown : `${shown} ${field.suffix}`;
}

/** Where a value comes from. */
export function ValueSource({ source: { kind, policyId, name } }: { source: Source }): ReactNode {
  const t = useWords();
  const may = useMay();
  if (kind === 'OWN') return <Tag tone="good">{t('policy.own')}</Tag>;
  if (kind === 'DIVISION') {
    const words = t('policy.division');
    return (
      <span>
        {t('policy.from')}{' '}
        {may('sysadmin') ? (
          <Anchor component={Link} to={settingsPath} inherit underline="always">
            {words}
          </Anchor>
        ) : (
          words
        )}
      </span>
    );
  }
  if (policyId === null) return t('policy.fromHidden');
  return (
    <span>
      {t('policy.from')}{' '}
      <Anchor component={Link} to={policyPath(policyId)} inherit underline="always">
        {name}
      </Anchor>
    </span>
  );
}
