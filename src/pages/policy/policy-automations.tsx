import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { scheduleWords } from '../../format/schedule.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { AutomationModal, within, type Automation } from './automation-modal.tsx';
import styles from './policy.module.css';
import { ValueSource } from './value-source.tsx';

type Read = CallReply<'readPolicyAutomations'>;
type Listed = Read['automations'][number];
type Shown = NonNullable<Listed['own']>;

/** As many as a policy may have itself. */
const most = 20;

/** What the devices of a policy run on a schedule (F14-24): its own automations, and the inherited ones with a way to override each. */
export function PolicyAutomations({ policyId, mayChange }: { policyId: number; mayChange: boolean }): ReactNode {
  const t = useWords();
  const params = { id: policyId };
  const read = useCall('readPolicyAutomations', { params });
  const [opened, setOpened] = useState<Automation | 'new'>();
  const save = useAct('savePolicyAutomations', {
    done: t('automation.saved'),
    failed: t('automation.saveFailed'),
    refresh: ['readPolicyAutomations', 'readPolicy', 'readDevicePolicy'],
  });
  const stored = read.data;
  const own = stored ? ownOf(stored) : [];
  const store = async (automations: Automation[]): Promise<void> => {
    if (!stored) return;
    const done = await save.run({ params, body: { revision: stored.revision, automations } });
    if (done) setOpened(undefined);
  };
  const put = (automation: Automation): void => {
    const known = own.some(({ key }) => key === automation.key);
    void store(known ? own.map((each) => (each.key === automation.key ? automation : each)) : [...own, automation]);
  };
  const index = own.findIndex(({ key }) => opened !== 'new' && key === opened?.key);
  const wrong = within(save.failure?.fields ?? {}, `/automations/${index < 0 ? own.length : index}`);
  return (
    <Card
      title={t('automation.title')}
      text={t('automation.text')}
      actions={
        mayChange && stored?.applies && own.length < most ? (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpened('new')}>
            {t('automation.add')}
          </Button>
        ) : null
      }
    >
      <DataState of={read} failed={t('automation.failed')}>
        {({ automations, applies }) =>
          automations.length === 0 ? (
            <Message
              title={applies ? t('automation.none') : t('automation.notHere')}
              text={applies ? t('automation.noneText') : t('automation.notHereText')}
            />
          ) : (
            <div>
              {automations.map((each) => (
                <Line
                  key={each.key}
                  listed={each}
                  locked={!mayChange}
                  busy={save.busy}
                  onEdit={setOpened}
                  onPut={put}
                  onRemove={() => void store(own.filter(({ key }) => key !== each.key))}
                />
              ))}
            </div>
          )
        }
      </DataState>
      {opened ? (
        <AutomationModal
          edited={opened === 'new' ? undefined : opened}
          reach={stored?.reach ?? 0}
          busy={save.busy}
          wrong={wrong}
          failure={save.failure && Object.keys(wrong).length === 0 ? save.failure.message : undefined}
          onClose={() => {
            save.clear();
            setOpened(undefined);
          }}
          onSave={put}
        />
      ) : null}
    </Card>
  );
}

/** As the call takes them. */
function ownOf({ automations }: Read): Automation[] {
  return automations.flatMap(({ key, own }) => (own ? [bodyOf(key, own)] : []));
}

function bodyOf(
  key: string,
  { enabled, scriptId, parameters, variables, runAs, timeoutSeconds, schedule }: Shown,
): Automation {
  return { key, enabled, scriptId, parameters, variables, runAs, timeoutSeconds, schedule };
}

interface LineProps {
  listed: Listed;
  locked: boolean;
  busy: boolean;
  onEdit(automation: Automation): void;
  onPut(automation: Automation): void;
  onRemove(): void;
}

function Line({ listed, locked, busy, onEdit, onPut, onRemove }: LineProps): ReactNode {
  const t = useWords();
  const { key, own, inherited, source } = listed;
  const shown = own ?? inherited;
  if (!shown) return null;
  const { scriptName: name, enabled } = shown;
  const body = bodyOf(key, shown);
  const button = (label: string, words: string, act: () => void): ReactNode => (
    <Button size="compact-xs" variant="default" aria-label={label} disabled={busy} onClick={act}>
      {words}
    </Button>
  );
  return (
    <SettingLine
      title={
        <>
          {name}
          {enabled ? null : <Tag>{t('policy.off')}</Tag>}
        </>
      }
      note={
        <>
          <div>{scheduleWords(shown.schedule, t)}</div>
          <div>
            {enabled && shown.nextRunAt ? (
              <>
                {t('automation.nextRun')} <When at={shown.nextRunAt} /> ·{' '}
              </>
            ) : enabled ? (
              `${t('automation.neverAgain')} · `
            ) : null}
            {t('automation.by', { name: shown.createdBy })} · <ValueSource source={source} />
          </div>
          {enabled && shown.obstacle !== '' ? <div className={styles.wrong}>{shown.obstacle}</div> : null}
        </>
      }
      actions={
        locked ? null : (
          <Group gap={6} justify="flex-end">
            {button(t('automation.editOf', { name }), t(own ? 'edit' : 'policy.override'), () => onEdit(body))}
            {button(
              enabled ? t('automation.offOf', { name }) : t('automation.onOf', { name }),
              enabled ? t('automation.off') : t('automation.on'),
              () => onPut({ ...body, enabled: !enabled }),
            )}
            {own
              ? button(
                  inherited ? t('policy.resetOf', { name }) : t('automation.removeOf', { name }),
                  inherited ? t('policy.reset') : t('automation.remove'),
                  onRemove,
                )
              : null}
          </Group>
        )
      }
    />
  );
}
