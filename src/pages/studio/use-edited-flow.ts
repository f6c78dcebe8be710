import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../../words/words.ts';
import { loadEdited } from './load-edited.ts';
import type { ScreenEdit } from './use-screen-edit.ts';
import type { ShownFlow } from './use-shown-flow.ts';

export interface EditedFlow extends ShownFlow {
  /** Tells one document from the next. */
  key: string;
}

/** The flow with the changed screen; with the last one without errors while the document has some. `sound` is undefined meanwhile. */
export function useEditedFlow(
  flow: string,
  screen: string,
  { isChanged, kept }: Pick<ScreenEdit, 'isChanged' | 'kept'>,
): { shown: UseQueryResult<EditedFlow, CallFailed>; sound: string | undefined } {
  const t = useWords();
  const sound = !isChanged ? 'in use' : kept !== undefined && kept.problems.length === 0 ? kept.text : undefined;
  const shown = useQuery<EditedFlow, CallFailed>({
    queryKey: ['screenPreview', flow, screen, sound],
    enabled: sound !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      try {
        return { ...(await loadEdited(flow, screen, isChanged)), key: sound ?? '' };
      } catch (cause) {
        throw new CallFailed('offline', t('studio.notLoadedText'), { cause });
      }
    },
  });
  return { shown, sound };
}
