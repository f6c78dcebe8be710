import { Select, type ComboboxData } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../data/use-call.ts';
import { offsetText, quickZones, specialZones } from '../format/zone.ts';
import { useWords } from '../words/words.ts';

interface TimeZoneSelectProps {
  label: string;
  description?: string;
  value: string;
  /** Also offers the system's and this device's zone (C18-02). */
  special?: boolean;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** Time zones with their current offset (C18-01, C18-08), the quick picks first (C18-07). */
export function TimeZoneSelect({
  label,
  description,
  value,
  special = false,
  error,
  onChange,
}: TimeZoneSelectProps): ReactNode {
  const t = useWords();
  const zones = useCall('listTimeZones');
  const data = useMemo<ComboboxData>(() => {
    const all = zones.data ?? [];
    const offsetOf = (id: string): string => {
      const found = all.find(({ timeZoneId }) => timeZoneId === id);
      return found ? ` (${offsetText(found.offset)})` : '';
    };
    const groups = [
      ...(special
        ? [
            {
              group: t('zone.special'),
              items: [
                { value: specialZones.division, label: t('zone.division') },
                { value: specialZones.localDevice, label: t('zone.local') },
                { value: specialZones.currentLocation, label: t('zone.current') },
              ],
            },
          ]
        : []),
      {
        group: t('zone.quick'),
        items: quickZones.map(({ id, name }) => ({ value: id, label: `${name}${offsetOf(id)}` })),
      },
      {
        group: t('zone.all'),
        items: all
          .filter(({ timeZoneId }) => !quickZones.some(({ id }) => id === timeZoneId))
          .map(({ timeZoneId, name, offset }) => ({
            value: timeZoneId,
            label: name.startsWith('(') ? name : `${name} (${offsetText(offset)})`,
          })),
      },
    ];
    const known = groups.some(({ items }) => items.some((item) => item.value === value));
    return known || value === '' ? groups : [{ group: t('zone.chosen'), items: [{ value, label: value }] }, ...groups];
  }, [zones.data, special, t, value]);
  return (
    <Select
      label={label}
      description={description}
      data={data}
      value={value}
      searchable
      allowDeselect={false}
      limit={120}
      maxDropdownHeight={300}
      nothingFoundMessage={zones.isError ? t('zone.failed') : t('zone.none')}
      error={error}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
