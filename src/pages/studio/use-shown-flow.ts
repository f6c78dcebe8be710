import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CallFailed } from '#api/call-failed.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { flowManifests, loadFlow } from '../../flow/registry.ts';
import { useWords } from '../../words/words.ts';

/** A flow, and what shows its states. */
export interface ShownFlow {
  loaded: LoadedFlow;
  preview: typeof import('../../gallery/preview.ts');
}

/** Loads a flow with its published screens. Idle for an id that no flow has. */
export function useShownFlow(id: string): UseQueryResult<ShownFlow, CallFailed> {
  const t = useWords();
  return useQuery<ShownFlow, CallFailed>({
    queryKey: ['studio', id],
    enabled: flowManifests.has(id),
    retry: false,
    queryFn: () =>
      Promise.all([loadFlow(id), import('../../gallery/preview.ts')]).then(
        ([loaded, preview]) => ({ loaded, preview }),
        (cause: unknown) => {
          throw new CallFailed('offline', t('studio.notLoadedText'), { cause });
        },
      ),
  });
}
