import { Button } from '@mantine/core';
import { IconBellRinging, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import styles from '../../parts/settings.module.css';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { ChannelDeliveries } from './channel-deliveries.tsx';
import { ChannelLine, type Opened } from './channel-line.tsx';
import { DeleteChannel } from './delete-channel.tsx';

/** Where conditions send their alerts to (C02-20). */
export default function NotificationChannelsPage(): ReactNode {
  const t = useWords();
  const channels = useCall('listNotificationChannels');
  const division = useCall('readDivision');
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('channel.add')}
    </Button>
  );
  return (
    <Page
      title={t('nav.notificationChannels')}
      description={t('channel.text')}
      actions={channels.data?.length ? add : null}
    >
      <div className={styles.sections}>
        <Card {...(channels.data?.length ? { title: t('channel.title'), count: channels.data.length } : {})}>
          <DataState of={channels} failed={t('channel.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconBellRinging size={32} stroke={1.5} />}
                  title={t('channel.none')}
                  text={t('channel.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((channel) => (
                    <ChannelLine
                      key={channel.id}
                      channel={channel}
                      mailConfigured={division.data?.mailConfigured ?? true}
                      onOpen={setOpened}
                    />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="notification-channel"
          {...(opened.what === 'edit' ? { mode: 'EDIT', subject: String(opened.channel.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('listNotificationChannels');
          }}
        />
      ) : null}
      {opened?.what === 'deliveries' ? <ChannelDeliveries channel={opened.channel} onClose={close} /> : null}
      {opened?.what === 'delete' ? <DeleteChannel channel={opened.channel} onClose={close} /> : null}
    </Page>
  );
}
