import { Button, Group, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import place from '#schemas/device/server-place.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';

type Server = CallReply<'listWaitingServers'>[number];

/** Offers to make the machine that Cairn runs on a device: nothing enrols it unasked. */
export function WaitingServers(): ReactNode {
  const t = useWords();
  const servers = useCall('listWaitingServers', undefined, { refetchEverySeconds: 30 });
  const [adding, setAdding] = useState<Server>();
  if (!servers.data || servers.data.length === 0) return null;
  return (
    <div className={styles.waiting}>
      <Card>
        {servers.data.map((server) => (
          <SettingLine
            key={server.id}
            title={t('devices.server', { name: server.hostName })}
            note={t('devices.serverText')}
            actions={
              <Button variant="default" onClick={() => setAdding(server)}>
                {t('devices.addServer')}
              </Button>
            }
          />
        ))}
        {adding ? <AddServer server={adding} onClose={() => setAdding(undefined)} /> : null}
      </Card>
    </div>
  );
}

function AddServer({ server, onClose }: { server: Server; onClose: () => void }): ReactNode {
  const t = useWords();
  const add = useAct('addServerDevice', {
    done: t('devices.serverAdded', { name: server.hostName }),
    failed: t('devices.addServerFailed'),
    refresh: ['listWaitingServers', 'searchDevices'],
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('devices.addServerTitle', { name: server.hostName })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DocumentForm
        screen={place}
        stored={{}}
        busy={add.busy}
        failure={add.failure}
        onSave={async ({ clientId, locationId }) => {
          const body = { clientId: Number(clientId), locationId: Number(locationId) };
          const done = await add.run({ params: { id: server.id }, body });
          if (done) onClose();
          return done !== undefined;
        }}
        foot={() => (
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={add.busy}>
              {t('devices.addServer')}
            </Button>
          </Group>
        )}
      />
    </Modal>
  );
}
