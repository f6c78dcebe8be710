import { Select } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { typeTitles } from '#schemas/cloud-monitor/types.ts';
import { useCall } from '../../data/use-call.ts';
import { FilterChips } from '../../table/filter-chips.tsx';
import { useWords } from '../../words/words.ts';
import { filteredPath, filtersIn, states, types, type Filters } from './filters.ts';
import styles from './monitors.module.css';

type Counts = CallReply<'systemOverview'>;

export function useFilters(): [Filters, (filters: Filters) => void] {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return [filtersIn(search), (filters) => void navigate({ to: filteredPath(filters), replace: true })];
}

function countOf(state: Filters['status'], counts: Counts | undefined): number | undefined {
  if (!counts || !state || state === 'maintenance') return undefined;
  const { monitors, monitorsUp: up, monitorsDown: down, monitorsPaused: paused } = counts;
  return { up, down, paused, unknown: Math.max(0, monitors - up - down - paused) }[state];
}

interface Props {
  filters: Filters;
  /** Of every monitor, where they are narrowed by nothing else. */
  counts: Counts | undefined;
  onChange: (filters: Filters) => void;
}

export function MonitorFilters({ filters, counts, onChange }: Props): ReactNode {
  const t = useWords();
  const organizations = useCall('listOrganizations');
  const { status: _status, ...withoutStatus } = filters;
  const { type: _type, ...withoutType } = filters;
  const { clientId: _clientId, ...withoutClient } = filters;
  return (
    <>
      <FilterChips
        label={t('monitors.status')}
        choices={states.map((state) => ({
          value: state,
          label: t(`status.${state}`),
          count: countOf(state, counts),
          ...(state === 'maintenance' && { icon: <IconTool size={14} aria-hidden /> }),
        }))}
        chosen={filters.status}
        onChoose={(status) => onChange({ ...withoutStatus, ...(status && { status }) })}
      />
      <Select
        className={styles.filter}
        aria-label={t('monitors.type')}
        placeholder={t('monitors.anyType')}
        data={types.map((value) => ({ value, label: typeTitles[value] }))}
        value={filters.type ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t('monitors.anyType') }}
        onChange={(value) => {
          const type = types.find((each) => each === value);
          onChange({ ...withoutType, ...(type && { type }) });
        }}
      />
      <Select
        className={styles.wideFilter}
        aria-label={t('monitors.organization')}
        placeholder={t('monitors.anyOrganization')}
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filters.clientId === undefined ? null : String(filters.clientId)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('monitors.anyOrganization') }}
        limit={200}
        nothingFoundMessage={t('table.noMatch')}
        onChange={(value) => onChange({ ...withoutClient, ...(value && { clientId: Number(value) }) })}
      />
    </>
  );
}
