import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { mostDevices } from '#api/contract/script.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import type { TargetDevice } from './script.ts';
import styles from './scripts.module.css';

/** C12-57 */
const MOST_LABELS = 3;

/** The devices that were chosen before: at most three by name, then how many more. */
export function DeviceTags({ devices }: { devices: readonly TargetDevice[] }): ReactNode {
  const t = useWords();
  const more = devices.length - MOST_LABELS;
  return (
    <div>
      <div className={styles.label}>{t('script.devices')}</div>
      <div className={styles.tags}>
        {devices.slice(0, MOST_LABELS).map(({ id, name }) => (
          <Tag key={id}>{name}</Tag>
        ))}
        {more > 0 ? <Tag>{t('script.moreDevices', { count: more })}</Tag> : null}
      </div>
    </div>
  );
}

interface PickerProps {
  chosen: readonly TargetDevice[];
  error: string | undefined;
  onChange(chosen: readonly TargetDevice[]): void;
}

/** Devices by their name, as the person sees them. */
export function DevicePicker({ chosen, error, onChange }: PickerProps): ReactNode {
  const t = useWords();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const found = useCall('searchDevices', { query: { search: searched, limit: 50, sort: 'name' } }, { keep: true });
  const items = (found.data?.items ?? []).map(({ id, name }) => ({ id, name }));
  const known = [...chosen, ...items.filter(({ id }) => !chosen.some((one) => one.id === id))];
  return (
    <MultiSelect
      label={t('script.devices')}
      withAsterisk
      searchable
      placeholder={chosen.length === 0 ? t('script.chooseDevices') : ''}
      nothingFoundMessage={found.isPending ? t('loading') : t('script.noDevice')}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has searched: names are not the only thing that it finds devices by.
      filter={({ options }) => options}
      value={chosen.map(({ id }) => String(id))}
      maxValues={mostDevices}
      searchValue={search}
      error={error}
      onSearchChange={setSearch}
      onChange={(ids) => onChange(known.filter(({ id }) => ids.includes(String(id))))}
    />
  );
}
