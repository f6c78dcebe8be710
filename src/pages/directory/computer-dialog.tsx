import { Button, Group, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { directoryStatuses } from '#api/contract/directory.ts';
import decision from '#schemas/device/directory-status.json?screen';
import { useAct } from '../../data/use-act.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { When } from '../../parts/when.tsx';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { DeploymentStatus } from './deployment-status.tsx';
import { Fact } from './fact.tsx';
import { PreflightSection } from './preflight.tsx';
import styles from './directory.module.css';

type Device = CallReply<'listDirectoryDevices'>['items'][number];
type Status = (typeof directoryStatuses)[number];

const refresh = ['listDirectoryDevices'] as const;

/** One computer: its facts, how its agent is installed, and the setter of status and location (F04-04, F04-12, F04-13). */
export function ComputerDialog({ device, onClose }: { device: Device; onClose: () => void }): ReactNode {
  const t = useWords();
  const { id, name, clientId, status, location, deployment, nodeId } = device;
  const save = useAct('setDirectoryStatus', {
    done: t('directory.saved', { name }),
    failed: t('directory.saveFailed'),
    refresh: [...refresh],
  });
  return (
    <Modal opened onClose={onClose} title={name} size={560} closeButtonProps={{ 'aria-label': t('close') }}>
      <dl className={styles.facts}>
        <Fact title={t('directory.hostName')}>{device.hostName}</Fact>
        <Fact title={t('directory.os')}>{device.os}</Fact>
        <Fact title={t('directory.ouPath')}>{device.ouPath}</Fact>
        <Fact title={t('directory.controller')}>{device.domainController?.nodeName}</Fact>
        <Fact title={t('directory.agent')}>{deployment === 'none' ? null : <DeploymentStatus {...device} />}</Fact>
        {/* What failed stands in the notice below. */}
        <Fact title={t('directory.result')}>{deployment === 'failed' ? null : device.reason}</Fact>
        <Fact title={t('directory.attempted')}>
          {device.attemptedAt === null ? null : <When at={device.attemptedAt} />}
        </Fact>
      </dl>
      <Deployment device={device} />
      <PreflightSection device={device} />
      {nodeId === null ? (
        <DocumentForm
          screen={decision}
          stored={{ status, clientId, ...(location && { locationId: location.id }) }}
          busy={save.busy}
          failure={save.failure}
          onSave={async (answers) => {
            const chosen = answers['status'] as Status;
            const place = answers['locationId'];
            const body = { status: chosen, ...(typeof place === 'number' && { locationId: place }) };
            const done = await save.run({ params: { id }, body });
            if (done) onClose();
            return done !== undefined;
          }}
          foot={({ changed }) => (
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={save.busy} disabled={!changed}>
                {t('save')}
              </Button>
            </Group>
          )}
        />
      ) : (
        <Group justify="flex-end">
          <Button component={Link} to={devicePath(nodeId)}>
            {t('directory.openDevice')}
          </Button>
        </Group>
      )}
    </Modal>
  );
}

/** What stood in the way of an installation, and the ways on (F04-15). */
function Deployment({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const { id, name, status, deployment, result, reason } = device;
  const retry = useAct('retryDeployment', {
    done: t('directory.retried', { name }),
    failed: t('directory.retryFailed'),
    refresh: [...refresh],
  });
  if (status !== 'APPROVED' || deployment !== 'failed') return null;
  const again = (acceptHostKey: boolean) => void retry.run({ params: { id }, body: { acceptHostKey } });
  const ofKey = result === 'host_key_changed';
  return (
    <div className={styles.reason}>
      <Notice
        title={t('directoryDeployment.failed')}
        text={retry.failure?.message ?? reason}
        actions={
          <Button variant="default" loading={retry.busy} onClick={() => again(ofKey)}>
            {t(ofKey ? 'directory.acceptKey' : 'directory.retry')}
          </Button>
        }
      />
    </div>
  );
}
