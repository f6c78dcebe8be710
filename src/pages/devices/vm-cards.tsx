import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { hostsEverySeconds } from '#api/contract/agent-methods/vm-host.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Notice } from '../../parts/notice.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { devicePath, vmHostPath } from '../../shell/add-paths.ts';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { bytesText } from './bytes.ts';
import styles from './devices.module.css';
import { EditVmHost } from './edit-vm-host.tsx';
import { Facts } from './inventory-cards.tsx';

type Device = CallReply<'readDevice'>;
type Host = NonNullable<Device['vmHost']>;
type Guest = NonNullable<Device['vmGuest']>;

const MB = 1024 * 1024;
/** More of the memory or the processors in use than this reads as full. */
const nearlyFull = 0.9;

/** Says why the delegate could not read the host. */
export function HostNotice({ id, host: { error } }: { id: number; host: Host }): ReactNode {
  const t = useWords();
  if (error === '') return null;
  return (
    <div className={styles.whole}>
      <Notice
        title={t('vm.readFailed')}
        text={error}
        actions={<EditVmHost id={id} label={t('vm.testAgain')} plain />}
      />
    </div>
  );
}

/** Lets the delegate read the host now; the page is drawn anew when it has. */
export function ReadHost({ id }: { id: number }): ReactNode {
  const t = useWords();
  const may = useMay();
  const refresh = useAct('refreshVmHost', {
    done: t('vm.refreshing'),
    failed: t('vm.refreshFailed'),
    refresh: ['readDevice'],
  });
  if (!may('NODE:Update')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={refresh.busy}
      onClick={() => void refresh.run({ params: { id } })}
    >
      {t('vm.refresh')}
    </Button>
  );
}

/** A share as a bar, with its words before it. */
function Share({ text, used, total }: { text: string; used: number; total: number }): ReactNode {
  const share = total === 0 ? 0 : Math.min(1, used / total);
  return (
    <span className={styles.share}>
      {text}
      <span className={styles.bar} aria-hidden="true">
        <span
          className={styles.fill}
          data-full={share > nearlyFull || undefined}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}

/** What a host said of itself when it was read last. */
export function HostCard({ host }: { host: Host }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { type, hostname, apiPort, delegate, credentialName, facts, readAt } = host;
  const { cpuMHz, cpuUsedMHz, memoryMB, memoryUsedMB, upSeconds } = facts;
  const ghz = (mhz: number) => format.number(Math.round(mhz / 100) / 10);
  const size = (mb: number) => bytesText(mb * MB, format.number);
  return (
    <Card title={t('vm.host')}>
      <Facts
        of={[
          [t('vm.type'), t(`vm.type_${type}`)],
          [
            t('vm.address'),
            type === 'ESXI' && (
              <span className={parts.mono}>
                {hostname}:{apiPort}
              </span>
            ),
          ],
          [
            t('vm.delegate'),
            delegate && (
              <Link key="delegate" to={devicePath(delegate.nodeId)}>
                {delegate.nodeName}
              </Link>
            ),
          ],
          [t('vm.credential'), type === 'ESXI' && (credentialName ?? t('vm.credentialGone'))],
          [t('vm.product'), facts.product],
          [t('vm.hardware'), [facts.vendor, facts.model].filter(Boolean).join(' ')],
          [
            t('vm.cpu'),
            [facts.cpuModel, t('vm.sockets', { count: facts.cpuSockets }), t('device.cores', { count: facts.cpuCores })]
              .filter(Boolean)
              .join(', '),
          ],
          [
            t('vm.cpuUse'),
            cpuUsedMHz !== null && (
              <Share
                key="cpu"
                text={t('vm.cpuUseText', { used: ghz(cpuUsedMHz), total: ghz(cpuMHz) })}
                used={cpuUsedMHz}
                total={cpuMHz}
              />
            ),
          ],
          [
            t('vm.memoryUse'),
            memoryUsedMB === null ? (
              size(memoryMB)
            ) : (
              <Share
                key="memory"
                text={t('vm.memoryUseText', { used: size(memoryUsedMB), total: size(memoryMB) })}
                used={memoryUsedMB}
                total={memoryMB}
              />
            ),
          ],
          [t('vm.up'), upSeconds !== null && format.duration(upSeconds)],
          [t('vm.uuid'), facts.uuid && <span className={parts.mono}>{facts.uuid}</span>],
          [t('vm.lastRead'), <When key="read" at={readAt} />],
        ]}
      />
    </Card>
  );
}

/** The guests of a host, each a device of its own. */
export function GuestsCard({ id, host: { readAt } }: { id: number; host: Host }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const reply = useCall('listVmGuests', { params: { id } }, { refetchEverySeconds: 60 });
  const size = (mb: number) => bytesText(mb * MB, format.number);
  return (
    <div className={styles.whole}>
      <Card
        flush
        title={t('vm.guests')}
        count={reply.data?.items.length}
        text={t('vm.readAt', { time: format.dayAndTime(readAt), every: format.duration(hostsEverySeconds) })}
      >
        <DataState of={reply} failed={t('vm.guestsFailed')}>
          {({ items }) =>
            items.length === 0 ? (
              <Message title={t('vm.noGuests')} text={t('vm.noGuestsText')} />
            ) : (
              <div className={styles.scroll}>
                <table className={styles.list} aria-label={t('vm.guests')}>
                  <thead>
                    <tr>
                      <th>{t('vm.name')}</th>
                      <th>{t('vm.power')}</th>
                      <th>{t('vm.os')}</th>
                      <th>{t('vm.ip')}</th>
                      <th className={styles.number}>{t('vm.cpus')}</th>
                      <th className={styles.number}>{t('vm.memory')}</th>
                      <th className={styles.number}>{t('vm.storage')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((guest) => (
                      <tr key={guest.nodeId}>
                        <td>
                          <Link to={devicePath(guest.nodeId)}>{guest.name}</Link>
                        </td>
                        <td>
                          <span className={parts.status} data-tone={guest.power === 'on' ? 'good' : 'idle'}>
                            {t(`vm.power_${guest.power}`)}
                          </span>
                        </td>
                        <td>{guest.os}</td>
                        <td className={parts.mono}>{guest.address}</td>
                        <td className={styles.number}>{format.number(guest.cpus)}</td>
                        <td className={styles.number}>{size(guest.memoryMB)}</td>
                        <td className={styles.number}>{size(guest.storageMB)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </DataState>
      </Card>
    </div>
  );
}

/** What a host said of one of its guests. */
export function GuestCard({ guest }: { guest: Guest }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { host, power, hostName, cpus, memoryMB, storageMB, tools } = guest;
  return (
    <Card title={t('vm.guest')}>
      <Facts
        of={[
          [
            t('vm.onHost'),
            host && (
              <Link key="host" to={vmHostPath(host.nodeId)}>
                {host.nodeName}
              </Link>
            ),
          ],
          [t('vm.power'), t(`vm.power_${power}`)],
          [t('vm.guestName'), hostName],
          [t('vm.cpus'), format.number(cpus)],
          [t('vm.memory'), bytesText(memoryMB * MB, format.number)],
          [t('vm.storage'), bytesText(storageMB * MB, format.number)],
          [t('vm.tools'), t(tools ? 'vm.toolsOn' : 'vm.toolsOff')],
        ]}
      />
    </Card>
  );
}
