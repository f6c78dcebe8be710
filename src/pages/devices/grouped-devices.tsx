import { Select } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import {
  deviceGroupings,
  deviceKinds,
  deviceStates,
  type DeviceColumn,
  type DeviceGrouping,
} from '#api/contract/device-names.ts';
import { useCall } from '../../data/use-call.ts';
import parts from '../../parts/parts.module.css';
import tableStyles from '../../table/data-table.module.css';
import { useRemembered } from '../../table/remembered.ts';
import { useGroupedRows, type RowGroup } from '../../table/use-grouped-rows.ts';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';

type Group = CallReply<'groupDevices'>['groups'][number];
type Matching = Omit<NonNullable<CallInput<'searchDevices'>['query']>, 'sort' | 'limit' | 'offset'>;

export function useDeviceGrouping() {
  return useRemembered<DeviceGrouping | null>('table.devices.group', null, isGrouping);
}

const isGrouping = (kept: unknown): kept is DeviceGrouping => deviceGroupings.some((each) => each === kept);

interface ChoiceProps {
  grouping: DeviceGrouping | null;
  onChange: (grouping: DeviceGrouping | null) => void;
}

export function GroupChoice({ grouping, onChange }: ChoiceProps): ReactNode {
  const t = useWords();
  return (
    <Select
      className={styles.grouping}
      aria-label={t('deviceGroups.by')}
      placeholder={t('deviceGroups.none')}
      data={deviceGroupings.map((value) => ({ value, label: t(`deviceGroups.${value}`) }))}
      value={grouping}
      clearable
      clearButtonProps={{ 'aria-label': t('deviceGroups.none') }}
      onChange={(value) => onChange(isGrouping(value) ? value : null)}
    />
  );
}

/** What narrows the list to a group. */
function narrowsTo(by: DeviceGrouping, key: string): RowGroup<'searchDevices'>['narrows'] {
  if (by === 'organization') return { clientId: Number(key) };
  if (by === 'location') return { locationId: Number(key) };
  const kind = deviceKinds.find((each) => each === key);
  const status = deviceStates.find((each) => each === key);
  return by === 'kind' ? { ...(kind && { kind }) } : { ...(status && { status }) };
}

/** The groups of the list and the rows of those that are open. Nothing is asked while the list is not grouped. */
export function useGroupedDevices(
  by: DeviceGrouping | null,
  matching: Matching,
  sort: DeviceColumn | `-${DeviceColumn}`,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const found = useCall(
    'groupDevices',
    { query: { ...matching, by: by ?? 'organization' } },
    { enabled: by !== null, keep: true, refetchEverySeconds: 30 },
  );
  const groups = by === null ? [] : (found.data?.groups ?? []);
  const keyOf = ({ key }: Group) => `${by}:${key}`;
  const shown = useGroupedRows(
    'searchDevices',
    { ...matching, sort },
    {
      groups: groups.map((group) => ({
        key: keyOf(group),
        count: group.devices,
        narrows: narrowsTo(by ?? 'organization', group.key),
      })),
      open,
      refetchEverySeconds: 30,
    },
  );
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const byKey = new Map(groups.map((group) => [keyOf(group), group]));
  const heads = new Map(
    [...shown.heads].flatMap(([index, key]) => {
      const group = byKey.get(key);
      if (by === null || group === undefined) return [];
      const head = <GroupHead by={by} group={group} open={open.has(key)} onToggle={() => toggle(key)} />;
      return [[index, head] as const];
    }),
  );
  const failed = found.isError ? found.error : undefined;
  return {
    ...shown,
    heads,
    isCut: found.data?.isCut === true,
    failure: failed ?? shown.failure,
    retry: failed ? () => void found.refetch() : shown.retry,
  };
}

interface HeadProps {
  by: DeviceGrouping;
  group: Group;
  open: boolean;
  onToggle: () => void;
}

function GroupHead({ by, group, open, onToggle }: HeadProps): ReactNode {
  const t = useWords();
  const { key, name, clientName, devices, offline } = group;
  const title = by === 'kind' ? t(`nodeClass.${key}`) : by === 'status' ? t(`deviceStatus.${key}`) : name;
  return (
    <button type="button" className={styles.groupHead} aria-expanded={open} onClick={onToggle}>
      {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      <span className={tableStyles.main}>{title}</span>
      {clientName === '' ? null : <span className={styles.groupOf}>{clientName}</span>}
      <span className={styles.groupCount}>
        {t('devices.count', { count: devices })}
        {offline === 0 || by === 'status' ? null : (
          <span className={parts.status} data-tone="bad">
            {t('deviceGroups.offline', { count: offline })}
          </span>
        )}
      </span>
    </button>
  );
}
