import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { CallReply } from '#api/client.ts';
import type { CallFailed } from '#api/call-failed.ts';
import { useCall } from '../../data/use-call.ts';
import { shortestQuery, type SearchFilter } from './filter.ts';

const debounceMs = 500;
const leastLoadingMs = 500;

export interface Searching {
  /** Results of the current query; undefined while loading or without a search. */
  found: CallReply<'quickSearch'> | undefined;
  loading: boolean;
  failure: CallFailed | null;
}

/** Searches on the server, debounced by half a second (C05-28, C05-51); the loading state lasts at least as long (C05-52). */
export function useSearch(query: string, filter: SearchFilter, open: boolean, limit: number): Searching {
  const wanted = query.trim();
  const [asked] = useDebouncedValue(wanted, debounceMs);
  const runs = open && wanted.length >= shortestQuery;
  const settled = asked === wanted;
  const call = useCall('quickSearch', { body: { query: asked, filter, limit } }, { enabled: runs && settled });
  const waiting = runs && (!settled || call.isFetching) && !(settled && call.data);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (waiting) {
      setHeld(true);
      return undefined;
    }
    if (!held) return undefined;
    const timer = setTimeout(() => setHeld(false), leastLoadingMs);
    return () => clearTimeout(timer);
  }, [waiting, held]);
  const loading = runs && (waiting || held);
  return {
    found: runs && settled && !loading ? call.data : undefined,
    loading,
    failure: runs && settled && !loading ? call.error : null,
  };
}
