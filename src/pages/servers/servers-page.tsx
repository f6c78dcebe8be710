import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import styles from './servers.module.css';

type Server = CallReply<'listMonitorServers'>[number];

/** From here on, in milliseconds, checks begin so late that the server has more to do than it can. */
const tooLate = 1000;

function Lateness({ median, p99 }: { median: number; p99: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <>
      {t('servers.latenessOf', { median: format.milliseconds(median), p99: format.milliseconds(p99) })}{' '}
      {p99 >= tooLate ? <Tag tone="warn">{t('servers.late')}</Tag> : null}
    </>
  );
}

function ServerCard({ server }: { server: Server }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { hostname, pid, startedAt, reportedAt, monitors, checksPerMinute, latenessMedian, latenessP99, dropped } =
    server;
  return (
    <Card title={hostname} text={t('servers.process', { pid })}>
      <dl className={parts.facts}>
        <dt>{t('servers.monitors')}</dt>
        <dd>{format.number(monitors)}</dd>
        <dt>{t('servers.checks')}</dt>
        <dd>{t('servers.checksOf', { count: checksPerMinute, checks: format.number(checksPerMinute) })}</dd>
        <dt>{t('servers.lateness')}</dt>
        <dd>
          {latenessMedian === null || latenessP99 === null ? (
            t('servers.noChecks')
          ) : (
            <Lateness median={latenessMedian} p99={latenessP99} />
          )}
        </dd>
        <dt>{t('servers.dropped')}</dt>
        <dd>
          {format.number(dropped)} {dropped > 0 ? <Tag tone="bad">{t('servers.lost')}</Tag> : null}
        </dd>
        <dt>{t('servers.started')}</dt>
        <dd>
          <When at={startedAt} />
        </dd>
        <dt>{t('servers.reported')}</dt>
        <dd>
          <When at={reportedAt} />
        </dd>
      </dl>
    </Card>
  );
}

/** Which processes run the monitors, and how well they keep their times. */
export default function ServersPage(): ReactNode {
  const t = useWords();
  const servers = useCall('listMonitorServers', {}, { refetchEverySeconds: 10 });
  return (
    <Page title={t('nav.servers')} description={t('servers.text')}>
      <DataState of={servers} failed={t('servers.failed')} tall>
        {(read) =>
          read.length === 0 ? (
            <Card flush>
              <Message tall title={t('servers.none')} text={t('servers.noneText')} />
            </Card>
          ) : (
            <div className={styles.grid}>
              {read.map((server) => (
                <ServerCard key={server.id} server={server} />
              ))}
            </div>
          )
        }
      </DataState>
    </Page>
  );
}
