import { Button, Tooltip } from '@mantine/core';
import { IconAccessPoint } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import { CommandLine } from './command-line.tsx';
import styles from './commands.module.css';
import { PingForm } from './ping-form.tsx';

type Device = CallReply<'readDevice'>;
type Commands = CallReply<'listDeviceCommands'>;

/** What the agent of a device was asked to do, by whom and how it ended, and a ping from the device. */
export function CommandsCard({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState<string>();
  const reply = useCall(
    'listDeviceCommands',
    { params: { id: device.id }, query: { limit: 20 } },
    { refetchEverySeconds: 30 },
  );
  const ping = reply.data?.methods.find(({ name }) => name === 'network.ping');
  const offline = device.status.state !== 'online';
  const why = offline ? t('device.offline') : (ping?.inability ?? '');
  return (
    <Card
      title={t('device.commands')}
      flush
      actions={
        ping?.may && !asking ? (
          <Tooltip label={why} disabled={why === ''} multiline maw={320}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconAccessPoint size={14} aria-hidden />}
              {...(why !== '' ? { 'data-disabled': true, 'aria-disabled': true } : {})}
              onClick={() => why === '' && setAsking(true)}
            >
              {t('device.ping')}
            </Button>
          </Tooltip>
        ) : null
      }
    >
      {asking ? (
        <div className={styles.ask}>
          <PingForm
            deviceId={device.id}
            onLeave={() => setAsking(false)}
            onStarted={(run) => {
              setAsking(false);
              setOpen(run);
            }}
          />
        </div>
      ) : null}
      <DataState of={reply} failed={t('device.commandsFailed')}>
        {(commands) => <History commands={commands} open={open} onOpen={setOpen} />}
      </DataState>
    </Card>
  );
}

interface HistoryProps {
  commands: Commands;
  open: string | undefined;
  onOpen(run: string | undefined): void;
}

function History({ commands: { items, methods }, open, onOpen }: HistoryProps): ReactNode {
  const t = useWords();
  const unable = methods.filter(({ inability }) => inability !== null);
  return (
    <>
      {unable.map(({ name, inability }) => (
        <p key={name} className={styles.unable}>
          {inability}
        </p>
      ))}
      {items.length === 0 ? (
        <p className={styles.none}>{t('device.noCommands')}</p>
      ) : (
        <ul className={styles.commands} aria-label={t('device.commands')}>
          {items.map((command) => (
            <CommandLine
              key={command.run.id}
              command={command}
              open={open === command.run.id}
              onToggle={() => onOpen(open === command.run.id ? undefined : command.run.id)}
            />
          ))}
        </ul>
      )}
      {methods.length > 0 && unable.length === 0 ? (
        <p className={`${styles.able} ${parts.quiet}`}>
          {t('device.can', {
            what: methods.map(({ name }) => t(`device.method.${name.replace('.', '_')}`)).join(', '),
          })}
        </p>
      ) : null}
    </>
  );
}
