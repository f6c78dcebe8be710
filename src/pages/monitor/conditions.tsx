import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { Failure, Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './monitor.module.css';

type Monitor = CallReply<'readMonitor'>;
type Condition = Monitor['conditions'][number];
type Raised = CallReply<'listConditionHistory'>['items'][number];

const hourMs = 3_600_000;
const historyDays = 90;
/** More wait for a press. */
const shownFirst = 5;

/** The conditions of a monitor, how each stands, and when it was raised and reset. */
export function Conditions({ monitor: { id, conditions, enabled } }: { monitor: Monitor }): ReactNode {
  const paused = !enabled;
  const t = useWords();
  // By the hour, so that looking again asks for the same.
  const now = Math.floor(useNow() / hourMs) * hourMs;
  const from = new Date(now - historyDays * 24 * hourMs).toISOString();
  const history = useCall('listConditionHistory', { params: { id }, query: { from } }, { keep: true });
  const raised = history.data?.items ?? [];
  const known = new Set(conditions.map((condition) => condition.id));
  const gone = raised.filter(({ conditionId }) => conditionId === null || !known.has(conditionId));
  return (
    <Card flush title={t('monitor.conditions')} count={conditions.length}>
      {conditions.length === 0 ? (
        <Message title={t('monitor.noConditions')} text={t('monitor.noConditionsText')} />
      ) : (
        <ul className={styles.list}>
          {conditions.map((condition) => (
            <ConditionLine
              key={condition.id}
              condition={condition}
              paused={paused}
              raised={raised.filter(({ conditionId }) => conditionId === condition.id)}
            />
          ))}
        </ul>
      )}
      {gone.length > 0 ? (
        <div className={styles.condition}>
          <div className={styles.conditionBody}>
            <span className={styles.conditionName}>{t('condition.gone')}</span>
            <History raised={gone} />
          </div>
        </div>
      ) : null}
      {history.isError && history.data === undefined ? (
        <Failure title={t('condition.historyFailed')} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
    </Card>
  );
}

interface LineProps {
  condition: Condition;
  raised: readonly Raised[];
  /** Its monitor is. */
  paused: boolean;
}

function ConditionLine({ condition, raised, paused }: LineProps): ReactNode {
  const t = useWords();
  const { conditionName, description, enabled, state, raisedAt, unansweredReason } = condition;
  return (
    <li className={styles.condition}>
      <div className={styles.conditionBody}>
        <span className={styles.conditionName}>{conditionName}</span>
        <span className={styles.conditionText}>{description}</span>
        {state === 'raised' && raisedAt ? (
          <span className={styles.conditionText}>
            {' '}
            {t('alerts.raised')} <When at={raisedAt} />.
          </span>
        ) : null}
        {enabled && unansweredReason !== null ? (
          <span className={styles.conditionText}> {t('condition.unansweredText', { reason: unansweredReason })}</span>
        ) : null}
        <History raised={raised} ownName={conditionName} />
      </div>
      <Standing condition={condition} paused={paused} />
    </li>
  );
}

/** How the condition stands. OK is said only when the latest check answered so. */
function Standing({ condition, paused }: { condition: Condition; paused: boolean }): ReactNode {
  const t = useWords();
  const { enabled, state, failures, runCount = 1 } = condition;
  if (!enabled) return <Tag>{t('condition.off')}</Tag>;
  switch (state) {
    case 'raised':
      return <Tag tone="bad">{t('condition.raised')}</Tag>;
    case 'failing':
      return (
        <Tag tone="warn">
          {failures < runCount ? t('condition.failing', { count: failures, of: runCount }) : t('condition.failingHeld')}
        </Tag>
      );
    case 'unknown':
      return <Tag>{t(paused ? 'condition.unknownPaused' : 'condition.unknown')}</Tag>;
    case 'unanswered':
      return <Tag tone="warn">{t('condition.unanswered')}</Tag>;
    case 'ok':
      return <Tag tone="good">{t('condition.ok')}</Tag>;
  }
}

/** When it was raised and when it was reset, the latest first. An alert with another name than `ownName` shows its name. */
function History({ raised, ownName }: { raised: readonly Raised[]; ownName?: string }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const list = useId();
  const [opened, setOpened] = useState(false);
  const [all, setAll] = useState(false);
  if (raised.length === 0)
    return <span className={styles.historyNone}>{t('condition.never', { count: historyDays })}</span>;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton
        className={styles.historyToggle}
        aria-expanded={opened}
        aria-controls={list}
        onClick={() => setOpened(!opened)}
      >
        <Chevron size={14} aria-hidden />
        {t('condition.history', { count: raised.length, days: historyDays })}
      </UnstyledButton>
      {opened ? (
        <ol id={list} className={styles.historyList}>
          {raised
            .slice(0, all ? raised.length : shownFirst)
            .map(({ id, conditionName, raisedAt, resetAt, message }) => (
              <li key={id} data-open={resetAt === null || undefined}>
                <span className={styles.historyTimes}>
                  {conditionName === ownName ? '' : `${conditionName}: `}
                  <time dateTime={raisedAt}>{format.exact(raisedAt)}</time>
                  {' – '}
                  {resetAt === null ? (
                    t('condition.notReset')
                  ) : (
                    <>
                      <time dateTime={resetAt}>{format.exact(resetAt)}</time>
                      {` (${format.duration((new Date(resetAt).getTime() - new Date(raisedAt).getTime()) / 1000)})`}
                    </>
                  )}
                </span>
                {message ? <span className={styles.historyMessage}>{message}</span> : null}
              </li>
            ))}
          {raised.length > shownFirst && !all ? (
            <li>
              <UnstyledButton className={styles.historyToggle} onClick={() => setAll(true)}>
                {t('condition.all', { count: raised.length })}
              </UnstyledButton>
            </li>
          ) : null}
        </ol>
      ) : null}
    </>
  );
}
