import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { CheckFindings } from '#screens/monitor-findings/check-findings.tsx';
import { Bones } from '../../parts/data-state.tsx';
import { Failure } from '../../parts/message.tsx';
import { usePatience } from '../../parts/use-patience.ts';
import { useWords } from '../../words/words.ts';
import { testInput } from './test-input.ts';

type Monitor = CallReply<'readMonitor'>;

/** Runs the check once, with the stored settings, and shows what came back; nothing is kept of it. */
export function TestNow({ monitor, onClose }: { monitor: Monitor; onClose: () => void }): ReactNode {
  const t = useWords();
  // What was stored when the dialog opened; live messages about the monitor start no new test.
  const [body] = useState(() => testInput(monitor));
  const [round, setRound] = useState(0);
  const [reply, setReply] = useState<CallReply<'testMonitor'>>();
  const [failure, setFailure] = useState<CallFailed>();
  const waiting = reply === undefined && failure === undefined;
  const slow = usePatience(waiting);
  useEffect(() => {
    const leaving = new AbortController();
    setReply(undefined);
    setFailure(undefined);
    callApi('testMonitor', { body }, { signal: leaving.signal }).then(setReply, (error: unknown) => {
      if (!leaving.signal.aborted)
        setFailure(error instanceof CallFailed ? error : new CallFailed('internal', String(error)));
    });
    return () => leaving.abort();
  }, [round, body]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('test.title', { name: monitor.monitorName })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div aria-live="polite" aria-busy={waiting} style={{ minHeight: 120 }}>
        {waiting ? slow ? <Bones lines={4} /> : t('test.running', { target: monitor.target }) : null}
        {failure ? <Failure title={t('test.failed')} error={failure} onRetry={() => setRound(round + 1)} /> : null}
        {reply ? <CheckFindings result={reply.result} detail={reply.detail} /> : null}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => setRound(round + 1)} disabled={waiting}>
          {t('test.again')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}
