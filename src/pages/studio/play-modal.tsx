import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { callApi } from '#api/client.ts';
import type { PlayedStep } from '#api/contract/workbench.ts';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { PathPlayer } from '../workbench/path-player.tsx';
import { loadEdited, loadTaker } from './load-edited.ts';
import type { ShownFlow } from './use-shown-flow.ts';

interface Shown extends ShownFlow {
  steps: PlayedStep[];
}

/** A path that a changed screen breaks, step by step with the changed screen. It opens at the step where it breaks. */
export function PlayModal({
  flow,
  screen,
  of,
  path,
  onClose,
}: {
  flow: string;
  screen: string;
  /** The flow of the path: that of the screen, or one that takes a part of it. */
  of: string;
  /** As the check spells it. */
  path: string;
  onClose: () => void;
}): ReactNode {
  const t = useWords();
  const [at, setAt] = useState<number>();
  const shown = useQuery<Shown, CallFailed>({
    queryKey: ['playScreenPath', flow, screen, of, path],
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const isOwn = of === flow;
      const body = { path, ...(!isOwn && { of }) };
      const { steps, changed } = await callApi('playScreenPath', { params: { flow, screen }, body }, { signal });
      try {
        const shownFlow = isOwn ? loadEdited(flow, screen, true) : loadTaker(of, changed, { flow, screen });
        return { steps, ...(await shownFlow) };
      } catch (cause) {
        throw new CallFailed('offline', t('studio.notLoadedText'), { cause });
      }
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('studio.editor.playTitle')} size="80rem">
      <DataState of={shown} failed={t('workbench.playFailed')}>
        {({ steps, loaded, preview: { Stage } }) => (
          <PathPlayer loaded={loaded} Stage={Stage} steps={steps} at={at ?? steps.length - 1} onStep={setAt} />
        )}
      </DataState>
    </Modal>
  );
}
