import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { IconDots, IconHistory, IconPencil, IconPlus, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { CustomFieldsLine } from '../../flow/custom-fields.tsx';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import styles from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { DeliveriesModal } from './deliveries-modal.tsx';

type Webhook = CallReply<'listWebhooks'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'deliveries' | 'delete'; webhook: Webhook };

function WebhookLine({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { id, name, url, events, enabled } = webhook;
  const save = useAct('saveWebhook', { failed: t('webhook.saveFailed'), refresh: ['listWebhooks'] });
  const test = useAct('testWebhook', { failed: t('webhook.testFailed'), refresh: ['listDeliveries'] });
  const sendTest = async (): Promise<void> => {
    if (await test.run({ params: { id } })) onOpen({ what: 'deliveries', webhook });
  };
  return (
    <SettingLine
      title={name}
      note={
        <>
          <span className={parts.mono}>{url}</span>
          <br />
          {events.map((event) => t(`webhookEvent.${event.replace('.', '_')}`)).join(', ')}
          <CustomFieldsLine flow="webhook" call="saveWebhook" entity={webhook} />
        </>
      }
      actions={
        <>
          <Switch
            aria-label={t('webhook.enabledOf', { name })}
            checked={enabled}
            disabled={save.busy}
            onChange={(event) =>
              void save.run({ params: { id }, body: { name, url, events, enabled: event.currentTarget.checked } })
            }
          />
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.busy}
            onClick={() => void sendTest()}
          >
            {t('webhook.test')}
          </Button>
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', webhook })}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => onOpen({ what: 'deliveries', webhook })}
              >
                {t('webhook.deliveries')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onOpen({ what: 'delete', webhook })}
              >
                {t('webhook.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  );
}

/** Where events are sent to; each delivery is kept and can be looked at. */
export default function EventSubscriptionsPage(): ReactNode {
  const t = useWords();
  const webhooks = useCall('listWebhooks');
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const refresh = useRefresh();
  const remove = useAct('removeWebhook', {
    done: t('webhook.deleted'),
    failed: t('webhook.deleteFailed'),
    refresh: ['listWebhooks'],
  });
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('webhook.add')}
    </Button>
  );
  const chosen = opened && opened.what !== 'add' ? opened.webhook : undefined;
  return (
    <Page
      title={t('nav.eventSubscriptions')}
      description={t('webhook.text')}
      actions={webhooks.data?.length ? add : null}
    >
      <div className={styles.sections}>
        <Card>
          <DataState of={webhooks} failed={t('webhook.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconWebhook size={28} stroke={1.5} />}
                  title={t('webhook.none')}
                  text={t('webhook.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((webhook) => (
                    <WebhookLine key={webhook.id} webhook={webhook} onOpen={setOpened} />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="webhook"
          {...(chosen ? { mode: 'EDIT', subject: String(chosen.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('listWebhooks');
          }}
        />
      ) : null}
      {opened?.what === 'deliveries' && chosen ? <DeliveriesModal webhook={chosen} onClose={close} /> : null}
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('webhook.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('webhook.deleteText')}
        act={t('webhook.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void remove.run({ params: { id: chosen.id } }).then((done) => done && close())}
      />
    </Page>
  );
}
