import { IconWalk } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { flowTitle } from '../studio/flow-title.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { recordedFlowPath } from './paths.ts';
import { spentTime } from './spent-time.ts';
import styles from './workbench.module.css';

/** The flows that technicians have let the console record. */
export function RecordedFlows(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const flows = useCall('listRecordedFlows', {}, { refetchEverySeconds: 60 });
  return (
    <Card title={t('workbench.sessions.title')} text={t('workbench.sessions.text')} flush>
      <DataState of={flows} failed={t('workbench.sessions.failed')}>
        {(all) =>
          all.length === 0 ? (
            <Message
              icon={<IconWalk size={28} stroke={1.5} />}
              title={t('workbench.sessions.none')}
              text={t('workbench.sessions.noneText')}
            />
          ) : (
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('workbench.flow')}</th>
                    <th scope="col">{t('workbench.sessions.sessions')}</th>
                    <th scope="col">{t('workbench.sessions.finished')}</th>
                    <th scope="col">{t('workbench.sessions.medianTime')}</th>
                    <th scope="col">{t('workbench.sessions.latest')}</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ flow, sessions, finished, medianMs, latestAt }) => (
                    <tr key={flow}>
                      <td>
                        <Link className={styles.link} to={recordedFlowPath(flow)}>
                          {flowTitle(flow)}
                        </Link>
                      </td>
                      <td className={styles.count}>{format.number(sessions)}</td>
                      <td className={styles.count}>{format.number(finished)}</td>
                      <td>{medianMs === null ? '–' : spentTime(format, medianMs)}</td>
                      <td>
                        <When at={latestAt} />
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
  );
}
