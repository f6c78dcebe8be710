import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import apiKey from '#schemas/profile/api-key.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SecretText } from '../../parts/secret-text.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { KeyNote, KeyState } from '../../parts/api-key-line.tsx';
import { useWords } from '../../words/words.ts';

type Key = CallReply<'listApiKeys'>[number];

function AddKey({ onClose }: { onClose: () => void }): ReactNode {
  const t = useWords();
  const [made, setMade] = useState<CallReply<'addApiKey'>>();
  const add = useAct('addApiKey', { failed: t('apiKeys.addFailed'), refresh: ['listApiKeys'] });
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? t('apiKeys.madeTitle', { name: made.apikeypair.name }) : t('apiKeys.addTitle')}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {made ? (
        <Stack gap="md">
          <Text size="sm">{t('apiKeys.madeText')}</Text>
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              {t('apiKeys.id')}
            </Text>
            <SecretText text={made.apikeypair.keyId} label={t('apiKeys.id')} />
          </div>
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              {t('apiKeys.secret')}
            </Text>
            <SecretText text={made.secret} label={t('apiKeys.secret')} />
          </div>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('done')}</Button>
          </Group>
        </Stack>
      ) : (
        <DocumentForm
          screen={apiKey}
          stored={apiKey.defaults}
          busy={add.busy}
          failure={add.failure}
          onSave={async (body) => {
            const reply = await add.run({ body: body as NonNullable<CallInput<'addApiKey'>['body']> });
            if (reply) setMade(reply);
            return reply !== undefined;
          }}
          foot={() => (
            <Stack gap="xs" mt="md">
              {add.failure && !add.failure.fields ? (
                <Text size="sm" c="var(--cairn-bad)" role="alert">
                  {add.failure.message}
                </Text>
              ) : null}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                  {t('cancel')}
                </Button>
                <Button type="submit" loading={add.busy}>
                  {t('apiKeys.add')}
                </Button>
              </Group>
            </Stack>
          )}
        />
      )}
    </Modal>
  );
}

/** Keys with which programs act as this person (C16-06). */
export function ApiKeys(): ReactNode {
  const t = useWords();
  const keys = useCall('listApiKeys');
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const end = useAct('removeApiKey', {
    done: t('apiKeys.ended'),
    failed: t('apiKeys.endFailed'),
    refresh: ['listApiKeys'],
  });
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('apiKeys.add')}
    </Button>
  );
  return (
    <Card
      title={t('apiKeys.title')}
      count={keys.data?.length}
      text={t('apiKeys.text')}
      actions={keys.data?.length ? add : null}
    >
      <DataState of={keys} failed={t('apiKeys.failed')}>
        {(all) =>
          all.length === 0 ? (
            <Message
              icon={<IconKey size={28} stroke={1.5} />}
              title={t('apiKeys.none')}
              text={t('apiKeys.noneText')}
              actions={add}
            />
          ) : (
            <div>
              {all.map((key) => (
                <SettingLine
                  key={key.id}
                  title={
                    <>
                      {key.name}
                      <KeyState of={key} />
                    </>
                  }
                  note={<KeyNote of={key} />}
                  actions={
                    <Button variant="default" onClick={() => setEnding(key)}>
                      {t('apiKeys.end')}
                    </Button>
                  }
                />
              ))}
            </div>
          )
        }
      </DataState>
      {adding ? <AddKey onClose={() => setAdding(false)} /> : null}
      <ConfirmModal
        opened={ending !== undefined}
        danger
        title={t('apiKeys.endTitle', { name: ending?.name ?? '' })}
        text={t('apiKeys.endText')}
        act={t('apiKeys.end')}
        busy={end.busy}
        failure={end.failure?.message}
        onClose={() => setEnding(undefined)}
        onConfirm={() =>
          ending && void end.run({ params: { id: ending.id } }).then((done) => done && setEnding(undefined))
        }
      />
    </Card>
  );
}
