import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { deviceKinds, deviceStates } from '#api/contract/device-names.ts';
import { useCall } from '../../data/use-call.ts';
import { FilterChips } from '../../table/filter-chips.tsx';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';
import { deviceFiltersIn, filteredDevicesPath, longestOs, type DeviceFilters as Filters } from './filters.ts';

export function useDeviceFilters(): [Filters, (filters: Filters) => void] {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return [deviceFiltersIn(search), (filters) => void navigate({ to: filteredDevicesPath(filters), replace: true })];
}

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

export function DeviceFilters({ filters, onChange }: Props): ReactNode {
  const t = useWords();
  const { status: _status, ...withoutStatus } = filters;
  const { kind: _kind, ...withoutKind } = filters;
  return (
    <>
      <FilterChips
        label={t('devices.status')}
        choices={deviceStates.map((state) => ({ value: state, label: t(`deviceStatus.${state}`) }))}
        chosen={filters.status}
        onChoose={(status) => onChange({ ...withoutStatus, ...(status && { status }) })}
      />
      <Select
        className={styles.filter}
        aria-label={t('devices.kind')}
        placeholder={t('devices.anyKind')}
        data={deviceKinds.map((value) => ({ value, label: t(`nodeClass.${value}`) }))}
        value={filters.kind ?? null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('devices.anyKind') }}
        nothingFoundMessage={t('table.noMatch')}
        onChange={(value) => {
          const kind = deviceKinds.find((each) => each === value);
          onChange({ ...withoutKind, ...(kind && { kind }) });
        }}
      />
      <PlaceFilters filters={filters} onChange={onChange} />
      <OsFilter filters={filters} onChange={onChange} />
    </>
  );
}

/** The organization, and once it is chosen its location. */
function PlaceFilters({ filters, onChange }: Props): ReactNode {
  const t = useWords();
  const { clientId, locationId, ...others } = filters;
  const organizations = useCall('listOrganizations');
  const locations = useCall('listLocations', { params: { id: clientId ?? 0 } }, { enabled: clientId !== undefined });
  const common = { searchable: true, clearable: true, limit: 200, nothingFoundMessage: t('table.noMatch') };
  const toChoices = (all: readonly { id: number; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <Select
        {...common}
        className={styles.filter}
        aria-label={t('devices.organization')}
        placeholder={t('devices.anyOrganization')}
        data={toChoices(organizations.data)}
        value={clientId === undefined ? null : String(clientId)}
        clearButtonProps={{ 'aria-label': t('devices.anyOrganization') }}
        onChange={(value) => onChange({ ...others, ...(value && { clientId: Number(value) }) })}
      />
      {clientId === undefined ? null : (
        <Select
          {...common}
          className={styles.filter}
          aria-label={t('devices.location')}
          placeholder={t('devices.anyLocation')}
          data={toChoices(locations.data)}
          value={locationId === undefined ? null : String(locationId)}
          clearButtonProps={{ 'aria-label': t('devices.anyLocation') }}
          onChange={(value) => onChange({ ...others, clientId, ...(value && { locationId: Number(value) }) })}
        />
      )}
    </>
  );
}

function OsFilter({ filters, onChange }: Props): ReactNode {
  const t = useWords();
  const { os = '', ...others } = filters;
  const [typed, setTyped] = useState(os);
  const [settled] = useDebouncedValue(typed, 250);
  // The address changed otherwise: by “Clear”, or by going back.
  useEffect(() => setTyped(os), [os]);
  useEffect(() => {
    if (settled === typed && settled.trim() !== os.trim())
      onChange({ ...others, ...(settled.trim() && { os: settled }) });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a pause in typing sets the filter
  }, [settled]);
  return (
    <TextInput
      className={styles.filter}
      aria-label={t('devices.os')}
      placeholder={t('devices.anyOs')}
      maxLength={longestOs}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
