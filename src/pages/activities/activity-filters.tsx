import { Select, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { momentOf } from '#engine/vocabulary/instant.ts';
import { useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import styles from './activities.module.css';

export const kinds = [
  'ALERT',
  'API_KEY',
  'CLOUD_MONITOR',
  'CREDENTIAL',
  'DIVISION',
  'LOCATION',
  'NETWORK_SCAN',
  'NODE',
  'NOTIFICATION_CHANNEL',
  'ORGANIZATION',
  'SCRIPT',
  'SCRIPT_CATEGORY',
  'BACKUP_JOB',
  'MANAGED_FOLDER',
  'POLICY',
  'TICKET_TEMPLATE',
  'STATUS_PAGE',
  'USER',
  'WEBHOOK',
] as const;

/** What the list is narrowed to; it stands in the address. */
export interface ActivityFilters {
  /** The id of a user; 0: the server itself. */
  person?: number;
  kind?: (typeof kinds)[number];
  /** Days, `2026-11-23`, both included. */
  from?: string;
  to?: string;
}

const activitiesPath = '/administration/general/activities';

export function filteredPath({ person, kind, from, to }: ActivityFilters): string {
  const search = new URLSearchParams();
  if (person !== undefined) search.set('person', String(person));
  if (kind) search.set('kind', kind);
  if (from) search.set('from', from);
  if (to) search.set('to', to);
  return search.size === 0 ? activitiesPath : `${activitiesPath}?${search.toString()}`;
}

/** What an address says that can be meant. */
export function filtersIn({ person, kind, from, to }: Record<string, unknown>): ActivityFilters {
  const known = kinds.find((each) => each === kind);
  const id = Number(person ?? NaN);
  const isDay = (text: unknown): text is string =>
    typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return {
    ...(Number.isInteger(id) && id >= 0 && { person: id }),
    ...(known && { kind: known }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

/** The same as the call asks it: days begin and end at midnight of the viewer's zone. */
export function queryOf({ person, kind, from, to }: ActivityFilters, zone: string) {
  const begin = from === undefined ? undefined : instantOf(from, zone);
  const end = to === undefined ? undefined : instantOf(dayAfter(to), zone);
  return {
    ...(person !== undefined && { userId: person }),
    ...(kind && { entityType: kind }),
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
  };
}

function instantOf(day: string, zone: string): string | undefined {
  const moment = momentOf(day, zone);
  return moment && new Date(moment.milliseconds).toISOString();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
}

export function useActivityFilters(): [ActivityFilters, (filters: ActivityFilters) => void] {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return [filtersIn(search), (filters) => void navigate({ to: filteredPath(filters), replace: true })];
}

interface Props {
  filters: ActivityFilters;
  onChange: (filters: ActivityFilters) => void;
}

export function ActivityFilterBar({ filters, onChange }: Props): ReactNode {
  const t = useWords();
  const people = useCall('listActivityPeople');
  const change = (part: { [K in keyof ActivityFilters]: ActivityFilters[K] | undefined }): void =>
    onChange(filtersIn({ ...filters, ...part }));
  const day = (name: 'from' | 'to'): ReactNode => (
    <TextInput
      className={styles.day}
      type="date"
      aria-label={t(`activities.${name}`)}
      title={t(`activities.${name}`)}
      value={filters[name] ?? ''}
      max="9999-12-31"
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Select
        className={styles.filter}
        aria-label={t('activities.who')}
        placeholder={t('activities.anyone')}
        data={[
          ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          { value: '0', label: t('activities.system') },
        ]}
        value={filters.person === undefined ? null : String(filters.person)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('activities.anyone') }}
        nothingFoundMessage={t('table.noMatch')}
        onChange={(value) => change({ person: value === null ? undefined : Number(value) })}
      />
      <Select
        className={styles.filter}
        aria-label={t('activities.what')}
        placeholder={t('activities.anyKind')}
        data={kinds.map((value) => ({ value, label: t(`activityKind.${value}`) }))}
        value={filters.kind ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t('activities.anyKind') }}
        onChange={(value) => change({ kind: kinds.find((each) => each === value) })}
      />
      {day('from')}
      {day('to')}
    </>
  );
}
