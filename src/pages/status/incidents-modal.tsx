import { Button, Group, Modal } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { IncidentForm, type Asked, type PostedIncident } from './incident-form.tsx';
import { IncidentState } from './incident-state.tsx';

type Opened = Asked | { what: 'remove'; incident: PostedIncident };

interface Props {
  page: Pick<CallReply<'readStatusPage'>, 'id' | 'title'>;
  onClose: () => void;
}

/** What technicians told visitors of one status page: posts, updates, corrects and removes it. */
export function IncidentsModal({ page, onClose }: Props): ReactNode {
  const t = useWords();
  const incidents = useCall('listStatusIncidents', { params: { id: page.id } });
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const remove = useAct('removeStatusIncident', {
    done: t('statusPage.incidentRemoved'),
    failed: t('statusPage.incidentRemoveFailed'),
    refresh: ['listStatusIncidents', 'listStatusPages'],
  });
  if (opened?.what === 'remove')
    return (
      <ConfirmModal
        opened
        danger
        title={t('statusPage.removeIncident')}
        text={t('statusPage.removeIncidentText', { title: opened.incident.title })}
        act={t('statusPage.removeIncident')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() =>
          void remove
            .run({ params: { id: page.id, incidentId: opened.incident.id } })
            .then((done) => (done ? close() : undefined))
        }
      />
    );
  const post = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'post' })}>
      {t('statusPage.postIncident')}
    </Button>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('statusPage.incidentsOf', { title: page.title })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened ? (
        <IncidentForm key={opened.what} pageId={page.id} asked={opened} onLeave={close} />
      ) : (
        <DataState of={incidents} failed={t('statusPage.incidentsFailed')}>
          {(all) =>
            all.length === 0 ? (
              <Message
                icon={<IconSpeakerphone size={28} stroke={1.5} />}
                title={t('statusPage.noIncidents')}
                text={t('statusPage.noIncidentsText')}
                actions={post}
              />
            ) : (
              <>
                {all.map((incident) => (
                  <IncidentLine key={incident.id} incident={incident} onOpen={setOpened} />
                ))}
                <Group justify="flex-end" gap="xs" mt="md">
                  <Button variant="default" onClick={onClose}>
                    {t('close')}
                  </Button>
                  {post}
                </Group>
              </>
            )
          }
        </DataState>
      )}
    </Modal>
  );
}

function IncidentLine({ incident, onOpen }: { incident: PostedIncident; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { title, updates } = incident;
  const [latest] = updates;
  return (
    <SettingLine
      title={
        <>
          {title}
          {latest ? <IncidentState state={latest.state} /> : null}
        </>
      }
      note={
        latest ? (
          <>
            <When at={latest.at} /> · {latest.text}
          </>
        ) : null
      }
      actions={
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onOpen({ what: 'update', incident })}>
            {t('statusPage.updateIncident')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onOpen({ what: 'correct', incident })}>
            {t('statusPage.correctIncident')}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => onOpen({ what: 'remove', incident })}>
            {t('statusPage.remove')}
          </Button>
        </Group>
      }
    />
  );
}
