import { ActionIcon, Button, Menu, Switch, Tooltip } from '@mantine/core';
import {
  IconDots,
  IconHistory,
  IconDeviceMobileMessage,
  IconMail,
  IconMailOff,
  IconMessages,
  IconPencil,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import parts from '../../parts/parts.module.css';
import { CustomFieldsLine } from '../../flow/custom-fields.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useWords } from '../../words/words.ts';

export type Channel = CallReply<'listNotificationChannels'>[number];
export type Opened = { what: 'add' } | { what: 'edit' | 'deliveries' | 'delete'; channel: Channel };

const icons = { EMAIL: IconMail, SMS: IconDeviceMobileMessage, WEBHOOK: IconWebhook, HTTP: IconMessages };

/** What a channel is saved with, its secrets apart: those that are left out stay. */
function targetOf({ channelType, recipients, phones, url, ...channel }: Channel) {
  if (channelType === 'EMAIL') return { recipients };
  if (channelType === 'SMS') return { phones };
  if (channelType === 'WEBHOOK') return { url: url ?? '' };
  const { service, chatId, ntfyServer, topic, region, method, address, headers, contentType, body } = channel;
  const fields = { service, chatId, ntfyServer, topic, region, method, address, headers, contentType, body };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    typeof fields
  >;
}

/** The service, and what of its target is no secret. */
function HttpTarget({ channel }: { channel: Channel }): ReactNode {
  const t = useWords();
  const { service = 'CUSTOM', address, method, chatId, ntfyServer, topic } = channel;
  const target = service === 'CUSTOM' ? `${method} ${address}` : (chatId ?? (ntfyServer && `${ntfyServer} ${topic}`));
  return (
    <>
      {service === 'CUSTOM' ? null : t(`channel.service.${service}`)}
      {service !== 'CUSTOM' && target ? ' · ' : null}
      {target ? <span className={parts.mono}>{target}</span> : null}
    </>
  );
}

function TypeTag({ channel, mailConfigured }: { channel: Channel; mailConfigured: boolean }): ReactNode {
  const t = useWords();
  const Icon = icons[channel.channelType];
  return (
    <>
      <Tag icon={<Icon size={14} aria-hidden />}>{t(`channel.${channel.channelType}`)}</Tag>
      {channel.channelType === 'EMAIL' && !mailConfigured ? (
        <Tooltip label={t('channel.noMailText')}>
          <span>
            <Tag tone="warn" icon={<IconMailOff size={14} aria-hidden />}>
              {t('channel.noMail')}
            </Tag>
          </span>
        </Tooltip>
      ) : null}
    </>
  );
}

/** A channel with what can be done with it. */
export function ChannelLine({
  channel,
  mailConfigured,
  onOpen,
}: {
  channel: Channel;
  mailConfigured: boolean;
  onOpen: (opened: Opened) => void;
}): ReactNode {
  const t = useWords();
  const { id, name, channelType, url, recipients, phones, enabled, conditionCount } = channel;
  const save = useAct('saveNotificationChannel', {
    failed: t('channel.saveFailed'),
    refresh: ['listNotificationChannels'],
  });
  const test = useAct('testNotificationChannel', {
    failed: t('channel.testFailed'),
    refresh: ['listChannelDeliveries'],
  });
  const turn = (on: boolean): Promise<unknown> => {
    return save.run({ params: { id }, body: { name, channelType, ...targetOf(channel), enabled: on } });
  };
  const sendTest = async (): Promise<void> => {
    if (await test.run({ params: { id } })) onOpen({ what: 'deliveries', channel });
  };
  return (
    <SettingLine
      title={
        <>
          {name}
          <TypeTag channel={channel} mailConfigured={mailConfigured} />
        </>
      }
      note={
        <>
          {channelType === 'EMAIL' ? recipients.map(({ email }) => email).join(', ') : null}
          {channelType === 'SMS' ? phones.map(({ phone }) => phone).join(', ') : null}
          {channelType === 'WEBHOOK' ? <span className={parts.mono}>{url}</span> : null}
          {channelType === 'HTTP' ? <HttpTarget channel={channel} /> : null}
          <br />
          {t('channel.usedBy', { count: conditionCount })}
          <CustomFieldsLine flow="notification-channel" call="saveNotificationChannel" entity={channel} />
        </>
      }
      actions={
        <>
          <Switch
            aria-label={t('channel.enabledOf', { name })}
            checked={enabled}
            disabled={save.busy}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={test.busy}
            onClick={() => void sendTest()}
          >
            {t('channel.test')}
          </Button>
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('channel.actionsOf', { name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', channel })}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => onOpen({ what: 'deliveries', channel })}
              >
                {t('channel.deliveries')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onOpen({ what: 'delete', channel })}
              >
                {t('channel.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  );
}
