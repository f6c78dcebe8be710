import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import type { Answers, FlowManifest, FlowOutput, Mode } from '#engine/flow/flow.ts';
import { Message } from '../parts/message.tsx';
import { usePatience } from '../parts/use-patience.ts';
import { currentMe } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { useFlowAddress } from './flow-address.ts';
import { FlowBoundary } from './flow-boundary.tsx';
import { flowOpener } from './flow-opener.ts';
import { EditorShell, FlowModal, ResumeOffer } from './flow-parts.ts';
import { flowManifests } from './registry.ts';
import { RunningFlow } from './running-flow.tsx';
import styles from './flow.module.css';

export interface FlowHostProps {
  flowId: string;
  mode: Mode;
  /** The entity that EDIT changes. */
  subject?: string;
  /** The entity whose values NEW begins with. */
  copyOf?: string;
  /** The draft to go on with; the one in the address unless given. */
  draft?: string;
  /** What the address carried: a token … */
  params?: Readonly<Record<string, string>>;
  /** Answers to begin with, by screen. */
  answers?: Readonly<Record<string, Answers>>;
  /** What the flow begins with and no screen asks: the devices that were selected. */
  given?: Readonly<Answers>;
  /** It stands in a modal in front of another flow, whose place the address keeps. */
  inFront?: true;
  /** The flow is over: finished, closed, or put down. `next` is where it leads. */
  onEnded: (output: FlowOutput) => void;
}

/** Opens a flow and shows it as its manifest says: in the full screen, in a modal or in the page. */
export function FlowHost(props: FlowHostProps): ReactNode {
  const { flowId, mode, subject, copyOf } = props;
  // Draft and step are the flow's own notes in the address: it must not begin anew when it writes them.
  const { draft: _draft, step: _step, ...params } = props.params ?? {};
  const owner = String(currentMe()?.id ?? 'nobody');
  return (
    <OpenFlow
      key={JSON.stringify([flowId, mode, subject, copyOf, params, owner])}
      owner={owner}
      {...props}
      params={params}
    />
  );
}

function OpenFlow({ onEnded, draft, inFront, ...wish }: FlowHostProps & { owner: string }): ReactNode {
  const manifest = flowManifests.get(wish.flowId);
  const presentation = inFront ? 'modal' : manifest?.presentation;
  const here = useFlowAddress();
  const address = presentation === 'modal' ? undefined : here;
  const [opener] = useState(() => flowOpener(wish));
  const opened = useSelector(opener.opened, ({ context }) => context);
  const first = useRef(draft ?? address?.read().draft);
  useEffect(() => {
    opener.open(first.current);
    return opener.close;
  }, [opener]);

  const slow = usePatience(opened.phase === 'opening');

  if (opened.phase === 'running') {
    const { session } = opened;
    const again = () => opener.open(session.id);
    return (
      <FlowBoundary
        key={session.id}
        renderFailure={(error) => (
          <Framed wish={wish} presentation={presentation} onEnded={onEnded}>
            <Failed error={error} onRetry={again} onLeave={() => onEnded({ outcome: 'closed' })} />
          </Framed>
        )}
      >
        <RunningFlow
          key={session.id}
          session={session}
          presentation={presentation ?? session.flow.presentation}
          address={address}
          onEnded={onEnded}
          onReopen={opener.open}
        />
      </FlowBoundary>
    );
  }
  // A modal opens with what it holds, and not before it unless that takes long.
  if (opened.phase === 'opening' && presentation === 'modal' && !slow) return null;
  return (
    <Framed wish={wish} presentation={presentation} onEnded={onEnded}>
      {opened.phase === 'opening' && <Waiting shown={slow} />}
      {opened.phase === 'offer' && (
        <ResumeOffer drafts={opened.drafts} onResume={opener.open} onBegin={opener.begin} onDrop={opener.drop} />
      )}
      {opened.phase === 'failed' && (
        <Failed
          error={opened.error}
          onRetry={() => opener.open(first.current)}
          onLeave={() => onEnded({ outcome: 'closed' })}
        />
      )}
    </Framed>
  );
}

/** What stands around a flow before it runs, and after it broke. */
function Framed({
  wish,
  presentation,
  onEnded,
  children,
}: {
  wish: Pick<FlowHostProps, 'flowId' | 'mode'>;
  presentation: FlowManifest['presentation'] | undefined;
  onEnded: (output: FlowOutput) => void;
  children: ReactNode;
}): ReactNode {
  const manifest = flowManifests.get(wish.flowId);
  const title = manifest?.title[wish.mode] ?? '';
  const close = () => onEnded({ outcome: 'closed' });
  if (presentation === 'full-screen') {
    return (
      <EditorShell
        title={title}
        onClose={close}
        onHome={() => onEnded({ outcome: 'closed', next: '/systemDashboard/overview' })}
      >
        {children}
      </EditorShell>
    );
  }
  if (presentation === 'modal') {
    return (
      <FlowModal
        opened
        onClose={close}
        title={title}
        width={manifest?.width ?? 640}
        height={manifest?.height}
        closeOnClickOutside
      >
        {children}
      </FlowModal>
    );
  }
  return <div className={styles.page}>{children}</div>;
}

function Waiting({ shown }: { shown: boolean }): ReactNode {
  const t = useWords();
  return (
    <div className={styles.waiting} role="status" aria-live="polite">
      {shown ? t('flow.opening') : ''}
    </div>
  );
}

function Failed({ error, onRetry, onLeave }: { error: unknown; onRetry: () => void; onLeave: () => void }): ReactNode {
  const t = useWords();
  return (
    <Message
      page
      tall
      tone="bad"
      icon={<IconAlertTriangle size={32} stroke={1.5} />}
      title={t('flow.failed')}
      text={error instanceof CallFailed ? error.message : t('flow.failedText')}
      actions={
        <>
          <Button onClick={onRetry}>{t('failure.retry')}</Button>
          <Button variant="default" onClick={onLeave}>
            {t('flow.close')}
          </Button>
        </>
      }
    />
  );
}
