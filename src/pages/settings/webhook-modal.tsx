import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { SecretText } from '../../parts/secret-text.tsx';
import { useWords } from '../../words/words.ts';

type Webhook = CallReply<'listWebhooks'>[number];
type WebhookEvent = Webhook['events'][number];
const allEvents: readonly WebhookEvent[] = ['alert.raised', 'alert.reset', 'organization.changed', 'user.changed'];

/** Adds or changes a webhook; the secret of a new one is shown once. */
export function WebhookModal({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ['alert.raised', 'alert.reset']);
  const [secret, setSecret] = useState<string>();
  const words = { failed: t('webhook.saveFailed'), refresh: ['listWebhooks' as const] };
  const add = useAct('addWebhook', words);
  const save = useAct('saveWebhook', { ...words, done: t('webhook.saved') });
  const failure = add.failure ?? save.failure;
  const fields = failure?.fields ?? {};

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const body = { name: name.trim(), url: url.trim(), events, enabled: webhook?.enabled ?? true };
    if (webhook) {
      if (await save.run({ params: { id: webhook.id }, body })) onClose();
      return;
    }
    const reply = await add.run({ body });
    if (reply) setSecret(reply.secret);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? t('webhook.editTitle', { name: webhook.name }) : t('webhook.addTitle')}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {secret === undefined ? (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <TextInput
              label={t('webhook.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              withAsterisk={false}
              data-autofocus
              error={fields['/name']}
            />
            <TextInput
              label={t('webhook.url')}
              description={t('webhook.urlText')}
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              required
              withAsterisk={false}
              error={fields['/url']}
            />
            <Checkbox.Group
              label={t('webhook.events')}
              value={events}
              onChange={(chosen) => setEvents(allEvents.filter((event) => chosen.includes(event)))}
              error={fields['/events']}
            >
              <Stack gap={10} mt={4}>
                {allEvents.map((event) => (
                  <Checkbox key={event} value={event} label={t(`webhookEvent.${event.replace('.', '_')}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
            {failure && !failure.fields ? (
              <Text size="sm" c="var(--cairn-bad)" role="alert">
                {failure.message}
              </Text>
            ) : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={add.busy || save.busy} disabled={events.length === 0}>
                {webhook ? t('save') : t('webhook.add')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          <Text size="sm">{t('webhook.secretText')}</Text>
          <SecretText text={secret} label={t('webhook.secret')} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
