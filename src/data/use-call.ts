import { QueryClient, useQuery, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi, type CallInput, type CallReply } from '#api/client.ts';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';

export function dataClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // No retry and no network mode here: live messages announce changes, and the API client retries safe calls and holds calls that wait for a sign-in.
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
    },
  });
}

export function keyOf<N extends CallName>(name: N, input?: CallInput<N>): QueryKey {
  return input === undefined ? [name] : [name, input];
}

export function queryOf<N extends CallName>(name: N, input?: CallInput<N>) {
  return {
    queryKey: keyOf(name, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => callApi(name, input, { signal }),
  };
}

export interface UseCallOptions {
  enabled?: boolean;
  /** Shows the previous input's data until the new data has loaded. */
  keep?: boolean;
  refetchEverySeconds?: number;
}

/** Reads a call of the catalogue and caches the reply; live messages and `useRefresh` invalidate it. */
export function useCall<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options: UseCallOptions = {},
): UseQueryResult<CallReply<N>, CallFailed> {
  const { enabled = true, keep = false, refetchEverySeconds } = options;
  return useQuery<CallReply<N>, CallFailed>({
    ...queryOf(name, input),
    enabled,
    ...(keep ? { placeholderData: (before: CallReply<N> | undefined) => before as never } : {}),
    ...(refetchEverySeconds ? { refetchInterval: refetchEverySeconds * 1000 } : {}),
  });
}

/** Invalidates these calls everywhere on the page. */
export function useRefresh(): (...names: CallName[]) => void {
  const client = useQueryClient();
  return useCallback(
    (...names) => {
      for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    },
    [client],
  );
}
