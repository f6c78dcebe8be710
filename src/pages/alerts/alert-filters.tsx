import { Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { FilterChips } from '../../table/filter-chips.tsx';
import { useWords } from '../../words/words.ts';
import styles from './alerts.module.css';

const states = ['open', 'past'] as const;
const severities = ['CRITICAL', 'MAJOR', 'MODERATE', 'MINOR'] as const;

/** What the list is narrowed to; it stands in the address. Open alerts unless it says otherwise. */
export interface AlertFilters {
  state: (typeof states)[number] | 'all';
  unacknowledged?: true;
  severity?: (typeof severities)[number];
  clientId?: number;
}

export const alertsPath = '/alerts';

export function filteredPath({ state, unacknowledged, severity, clientId }: AlertFilters): string {
  const search = new URLSearchParams();
  if (state !== 'open') search.set('state', state);
  if (unacknowledged) search.set('unacknowledged', 'true');
  if (severity) search.set('severity', severity);
  if (clientId) search.set('organization', String(clientId));
  return search.size === 0 ? alertsPath : `${alertsPath}?${search.toString()}`;
}

/** What an address says that can be meant. */
export function filtersIn({ state, unacknowledged, severity, organization }: Record<string, unknown>): AlertFilters {
  const known = severities.find((each) => each === severity);
  const id = Number(organization);
  return {
    state: state === 'all' ? 'all' : (states.find((each) => each === state) ?? 'open'),
    ...(String(unacknowledged) === 'true' && { unacknowledged: true as const }),
    ...(known && { severity: known }),
    ...(Number.isInteger(id) && id > 0 && { clientId: id }),
  };
}

/** The same as the call asks it. */
export function queryOf({ state, unacknowledged, severity, clientId }: AlertFilters) {
  return {
    ...(state === 'all' ? {} : { open: state === 'open' }),
    ...(unacknowledged && { acknowledged: false }),
    ...(severity && { severity }),
    ...(clientId && { clientId }),
  };
}

export function useAlertFilters(): [AlertFilters, (filters: AlertFilters) => void] {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return [filtersIn(search), (filters) => void navigate({ to: filteredPath(filters), replace: true })];
}

export function AlertFilterBar({
  filters,
  onChange,
}: {
  filters: AlertFilters;
  onChange: (filters: AlertFilters) => void;
}): ReactNode {
  const t = useWords();
  const organizations = useCall('listOrganizations');
  const { unacknowledged, severity: _severity, clientId: _clientId, ...state } = filters;
  const { severity: _, ...withoutSeverity } = filters;
  const { clientId: __, ...withoutClient } = filters;
  const { unacknowledged: ___, ...withoutAcknowledged } = filters;
  return (
    <>
      <FilterChips
        label={t('alerts.state')}
        choices={[
          { value: 'open', label: t('alerts.stateOpen') },
          { value: 'past', label: t('alerts.statePast') },
        ]}
        chosen={state.state === 'all' ? undefined : state.state}
        onChoose={(chosen) => onChange({ ...filters, state: chosen ?? 'all' })}
      />
      <FilterChips
        label={t('alerts.acknowledged')}
        choices={[{ value: 'not', label: t('alerts.needsSomebody') }]}
        chosen={unacknowledged ? 'not' : undefined}
        onChoose={(chosen) => onChange({ ...withoutAcknowledged, ...(chosen && { unacknowledged: true }) })}
      />
      <Select
        className={styles.filter}
        aria-label={t('alerts.severity')}
        placeholder={t('alerts.anySeverity')}
        data={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={filters.severity ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.anySeverity') }}
        onChange={(value) => {
          const severity = severities.find((each) => each === value);
          onChange({ ...withoutSeverity, ...(severity && { severity }) });
        }}
      />
      <Select
        className={styles.filter}
        aria-label={t('alerts.organization')}
        placeholder={t('alerts.anyOrganization')}
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filters.clientId === undefined ? null : String(filters.clientId)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.anyOrganization') }}
        limit={200}
        nothingFoundMessage={t('table.noMatch')}
        onChange={(value) => onChange({ ...withoutClient, ...(value && { clientId: Number(value) }) })}
      />
    </>
  );
}
