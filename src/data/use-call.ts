import { QueryClient, useQuery, useQueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi, type CallInput, type CallReply } from '#api/client.ts';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';

export function dataClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Live messages say when something changed; the client retries where that is safe; waiting calls are asked by the client.
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
  /** Shows the data of the earlier input until that of the new one is there. */
  keep?: boolean;
  refetchEverySeconds?: number;
}

/** Reads a call of the catalogue and keeps it; live messages and `useRefresh` read it again. */
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

/** Reads these calls again, wherever they are on the page. */
export function useRefresh(): (...names: CallName[]) => void {
  const client = useQueryClient();
  return useCallback(
    (...names) => {
      for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    },
    [client],
  );
}
