import { Button, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { overridePath } from '../../shell/policy-paths.ts';
import { useWords } from '../../words/words.ts';
import { groupsOf } from './condition-fields.ts';
import { DeviceAutomations } from './device-automations.tsx';
import { DevicePatches } from './device-patches.tsx';
import { PolicyOfDevice } from './policy-of-device.tsx';
import styles from './policy.module.css';
import { ValueSource, ValueText } from './value-source.tsx';

type Effective = CallReply<'readDevicePolicy'>;

/** The effective policy of a device: which, why, and where each value comes from. */
export function DevicePolicy({ id }: { id: number }): ReactNode {
  const t = useWords();
  const read = useCall('readDevicePolicy', { params: { id } });
  const { data } = read;
  return (
    <Card
      title={t('policy.title')}
      text={data ? <PolicyOfDevice effective={data} /> : undefined}
      actions={
        data?.mayChange && data.values.length > 0 ? (
          <Button component={Link} to={overridePath(id, data.nodeClass)} variant="default" size="xs">
            {t('policy.overrideValues')}
          </Button>
        ) : null
      }
    >
      <DataState of={read} failed={t('policy.deviceFailed')}>
        {(effective) => (
          <>
            <Choice id={id} effective={effective} />
            <Values effective={effective} />
            {effective.patchManagement ? <DevicePatches patches={effective.patchManagement} /> : null}
            <DeviceAutomations automations={effective.automations} />
          </>
        )}
      </DataState>
    </Card>
  );
}

function Choice({ id, effective }: { id: number; effective: Effective }): ReactNode {
  const t = useWords();
  const save = useAct('saveDevicePolicy', {
    done: t('policy.deviceSaved'),
    failed: t('policy.deviceSaveFailed'),
    refresh: ['readDevicePolicy', 'listPolicies'],
  });
  const { ownPolicyId, choices, mayChange } = effective;
  if (!mayChange || (choices.length === 0 && ownPolicyId === null)) return null;
  const hidden = ownPolicyId !== null && choices.every((each) => each.id !== ownPolicyId);
  const data = [
    { value: '', label: t('policy.noOwn') },
    ...choices.map((each) => ({ value: String(each.id), label: each.name })),
    ...(hidden ? [{ value: String(ownPolicyId), label: t('policy.unavailable') }] : []),
  ];
  return (
    <Select
      label={t('policy.ofDevice')}
      data={data}
      value={String(ownPolicyId ?? '')}
      allowDeselect={false}
      disabled={save.busy}
      mb="sm"
      onChange={(next) =>
        next !== null && void save.run({ params: { id }, body: { policyId: next === '' ? null : Number(next) } })
      }
    />
  );
}

function Values({ effective: { values } }: { effective: Effective }): ReactNode {
  const byName = new Map(values.map((value) => [value.name, value]));
  return groupsOf(values.map(({ name }) => name)).map((fields) => {
    const [first] = fields;
    // What a condition that is off would need is of no effect.
    const shown = first && byName.get(first.name)?.value === false ? [first] : fields;
    return (
      <div key={first?.name} className={styles.group}>
        {shown.map((field, index) => {
          const each = byName.get(field.name);
          return each ? (
            <div
              key={field.name}
              role="group"
              aria-label={field.title}
              className={`${styles.row} ${index === 0 ? styles.first : styles.of}`}
            >
              <span>{field.title}</span>
              <span>
                <ValueText field={field} value={each.value} />
              </span>
              <span className={styles.source}>
                <ValueSource source={each.source} />
              </span>
            </div>
          ) : null;
        })}
      </div>
    );
  });
}
