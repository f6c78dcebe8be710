import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CallFailed } from '#api/call-failed.ts';
import { callApi } from '#api/client.ts';
import type { PlayedStep } from '#api/contract/workbench.ts';

interface Asked {
  flow: string;
  seed: number;
  /** As `playPath` reads it; nothing is asked without one. */
  path: string | undefined;
}

/** A path of a flow, step by step. `key` tells one page's path from another's: the screens in use may have changed between them. */
export function usePlayedPath(key: string, { flow, seed, path }: Asked): UseQueryResult<PlayedStep[], CallFailed> {
  return useQuery<PlayedStep[], CallFailed>({
    queryKey: ['playPath', key, flow, path],
    enabled: path !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { steps } = await callApi('playPath', { body: { flow, seed, path: path ?? '' } }, { signal });
      return steps;
    },
  });
}
