import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FlowBoundary } from '../../flow/flow-boundary.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';

/** Shows the error in place of a screen that fails to render, so that the editor or player keeps working. A new `stamp` renders it again. */
export function ScreenBoundary({ stamp, children }: { stamp: string; children: ReactNode }): ReactNode {
  const t = useWords();
  return (
    <FlowBoundary
      key={stamp}
      renderFailure={(error) => (
        <Message
          tone="bad"
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t('studio.notDrawn')}
          text={error instanceof Error ? error.message : String(error)}
        />
      )}
    >
      {children}
    </FlowBoundary>
  );
}
