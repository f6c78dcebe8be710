import { Button, Group, Loader, Modal } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CredentialResult } from '#api/contract/agent-methods/credential.ts';
import type { CallReply } from '#api/client.ts';
import type { Answers } from '#engine/flow/flow.ts';
import test from '#schemas/device/credential-test.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { useWords } from '../../words/words.ts';
import styles from './organization.module.css';

type Credential = CallReply<'listCredentials'>[number];
type Run = CallReply<'readRun'>;

/** What a run of `credential.test` ends with. */
interface Found {
  result: 'valid' | 'invalid';
  reason: CredentialResult;
  name: string;
}

interface Props {
  clientId: number;
  credential: Credential;
  onClose: () => void;
}

/** Lets a network probe sign in at a device with the credential: checking, then valid or invalid (F22-09). */
export function TestCredential({ clientId, credential: { id, name }, onClose }: Props): ReactNode {
  const t = useWords();
  const start = useAct('startDeviceCommand', { failed: t('credential.testFailed'), refresh: ['listDeviceCommands'] });
  const [started, setStarted] = useState<string>();
  // Kept for the next test.
  const [answers, setAnswers] = useState<Answers>({ clientId });
  const [address, setAddress] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('credential.testTitle', { name })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DocumentForm
        screen={test}
        stored={answers}
        busy={start.busy}
        failure={start.failure}
        onSave={async (given) => {
          const { networkProbe, address: asked } = given;
          const params = { address: String(asked).trim(), credential: id };
          setStarted(undefined);
          setAnswers({ ...given, clientId });
          setAddress(params.address);
          const run = await start.run({
            params: { id: Number(networkProbe) },
            body: { method: 'credential.test', params },
          });
          setStarted(run?.id);
          return run !== undefined;
        }}
        foot={() => (
          <>
            {started === undefined ? null : <Outcome key={started} run={started} address={address} />}
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
              <Button type="submit" loading={start.busy}>
                {t('credential.test')}
              </Button>
            </Group>
          </>
        )}
      />
    </Modal>
  );
}

/** The state of the test, and why the device did not accept the credential. */
function Outcome({ run: id, address }: { run: string; address: string }): ReactNode {
  const t = useWords();
  const [ended, setEnded] = useState(false);
  const reply = useCall('readRun', { params: { id } }, ended ? {} : { refetchEverySeconds: 1 });
  const run = reply.data;
  if (run !== undefined && run.endedAt !== null && !ended) setEnded(true);
  const { state, text } = run ? told(run, address, t) : { state: 'checking' as const, text: '' };
  return (
    <div className={styles.outcome} data-state={state} role="status">
      {state === 'checking' ? (
        <Loader size={18} />
      ) : state === 'valid' ? (
        <IconCircleCheck size={20} aria-hidden />
      ) : (
        <IconCircleX size={20} aria-hidden />
      )}
      <div>
        <strong>{t(`credential.result_${state}`)}</strong>
        {text === '' ? null : <p>{text}</p>}
      </div>
    </div>
  );
}

function told(
  { endedAt, result, refusal }: Run,
  address: string,
  t: ReturnType<typeof useWords>,
): { state: 'checking' | 'valid' | 'invalid' | 'untold'; text: string } {
  if (endedAt === null) return { state: 'checking', text: '' };
  if (result === null) return { state: 'untold', text: refusal?.message ?? '' };
  const { result: state, reason, name } = result as Found;
  const answered = name === '' ? 'answeredUnnamed' : 'answered';
  return { state, text: t(`credential.reason.${reason === 'answered' ? answered : reason}`, { address, name }) };
}
