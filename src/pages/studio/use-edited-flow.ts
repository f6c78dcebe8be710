import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../../words/words.ts';
import { loadEdited } from './load-edited.ts';
import type { ScreenEdit } from './use-screen-edit.ts';
import type { ShownFlow } from './use-shown-flow.ts';

export interface EditedFlow extends ShownFlow {
  /** Tells one document from the next. */
  key: string;
}

const IN_USE = 'in use';

/**
 * The flow with the changed screen; while the document has errors with the last one that had none, and with the one in use where none
 * was seen yet. `sound` is undefined meanwhile.
 */
export function useEditedFlow(
  flow: string,
  screen: string,
  { isChanged, kept }: Pick<ScreenEdit, 'isChanged' | 'kept'>,
): { shown: UseQueryResult<EditedFlow, CallFailed>; sound: string | undefined } {
  const t = useWords();
  const sound = !isChanged ? IN_USE : kept !== undefined && kept.problems.length === 0 ? kept.text : undefined;
  const [last, setLast] = useState(sound);
  if (sound !== undefined && sound !== last) setLast(sound);
  const seen = sound ?? last ?? IN_USE;
  const shown = useQuery<EditedFlow, CallFailed>({
    queryKey: ['screenPreview', flow, screen, seen],
    // The server has the document with errors now: the last one cannot be read again.
    enabled: sound !== undefined || (last === undefined && kept !== undefined),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      try {
        return { ...(await loadEdited(flow, screen, seen !== IN_USE)), key: seen };
      } catch (cause) {
        throw new CallFailed('offline', t('studio.notLoadedText'), { cause });
      }
    },
  });
  return { shown, sound };
}
