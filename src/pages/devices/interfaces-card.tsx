import { IconCircleArrowDownFilled, IconCircleArrowUpFilled, IconCircleMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { interfacesEverySeconds } from '#api/contract/agent-methods/interfaces.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { rateText } from './bits.ts';
import styles from './devices.module.css';

type Interface = CallReply<'listDeviceInterfaces'>['items'][number];

/** An interface of a network device: up, down, or disabled by its configuration. */
function InterfaceStatus({ of: { enabled, up, turnedAt } }: { of: Interface }): ReactNode {
  const t = useWords();
  const state = up ? 'up' : enabled ? 'down' : 'disabled';
  const Icon = { up: IconCircleArrowUpFilled, down: IconCircleArrowDownFilled, disabled: IconCircleMinus }[state];
  return (
    <span className={styles.status}>
      <span className={parts.status} data-tone={state === 'up' ? 'good' : 'idle'}>
        <Icon size={15} aria-hidden />
        {t(`interfaces.${state}`)}
      </span>
      {turnedAt === null ? null : (
        <span className={parts.quiet}>
          <When at={turnedAt} />
        </span>
      )}
    </span>
  );
}

/** A rate with its share of the speed, which is the capacity of each direction. */
function Rate({ bits, speed }: { bits: number | null; speed: number }): ReactNode {
  const format = useFormat();
  if (bits === null) return '–';
  const share = speed === 0 ? undefined : Math.min(1, bits / (speed * 1e6));
  return (
    <>
      {rateText(bits)}
      {share === undefined ? null : (
        <div className={parts.quiet}>{format.percent(Math.round(share * 1000) / 1000)}</div>
      )}
    </>
  );
}

/** The interfaces of a network device that answers SNMP, as they were read last. */
export function InterfacesCard({ id }: { id: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const reply = useCall('listDeviceInterfaces', { params: { id } }, { refetchEverySeconds: 60 });
  const readAt = reply.data?.readAt ?? null;
  return (
    <div className={styles.whole}>
      <Card
        flush
        title={t('interfaces.title')}
        count={reply.data?.items.length}
        text={
          readAt === null
            ? undefined
            : t('interfaces.readAt', {
                time: format.dayAndTime(readAt),
                every: format.duration(interfacesEverySeconds),
              })
        }
      >
        <DataState of={reply} failed={t('interfaces.failed')}>
          {({ items }) =>
            items.length === 0 ? (
              <Message title={t('interfaces.none')} text={t('interfaces.noneText')} />
            ) : (
              <div className={styles.scroll}>
                <table className={styles.list} aria-label={t('interfaces.title')}>
                  <thead>
                    <tr>
                      <th>{t('interfaces.name')}</th>
                      <th>{t('interfaces.status')}</th>
                      <th className={styles.number}>{t('interfaces.speed')}</th>
                      <th className={styles.number}>{t('interfaces.in')}</th>
                      <th className={styles.number}>{t('interfaces.out')}</th>
                      <th className={styles.number}>{t('interfaces.errors')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((each) => (
                      <tr key={each.index}>
                        <td>
                          {each.name}
                          {each.alias === '' || each.alias === each.name ? null : (
                            <div className={parts.quiet}>{each.alias}</div>
                          )}
                        </td>
                        <td>
                          <InterfaceStatus of={each} />
                        </td>
                        <td className={styles.number}>{each.speed === 0 ? '–' : rateText(each.speed * 1e6)}</td>
                        <td className={styles.number}>
                          <Rate bits={each.inRate} speed={each.speed} />
                        </td>
                        <td className={styles.number}>
                          <Rate bits={each.outRate} speed={each.speed} />
                        </td>
                        <td className={styles.number}>
                          {t('interfaces.errorsText', {
                            in: format.number(each.inErrors),
                            out: format.number(each.outErrors),
                          })}
                        </td>
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
