import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useEdited } from '../../data/use-edited.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { SaveFoot } from '../../parts/save-foot.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import styles from '../../parts/settings.module.css';
import { Tag } from '../../parts/status.tsx';
import { TimeZoneSelect } from '../../parts/time-zone-select.tsx';
import { readMe, useMe } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { languages, useWords } from '../../words/words.ts';
import { Webhooks } from './webhooks.tsx';

type Division = CallReply<'readDivision'>;

function DivisionForm({ division }: { division: Division }): ReactNode {
  const t = useWords();
  const { value, set, changed, reset } = useEdited(division);
  const save = useAct('saveDivision', {
    done: t('settings.saved'),
    failed: t('settings.saveFailed'),
    refresh: ['readDivision'],
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { name, language, timeZoneId, allowPrivateTargets } = value;
    const reply = await save.run({ body: { name, language, timeZoneId, allowPrivateTargets } });
    if (!reply) return;
    reset();
    // The header shows the division's name.
    readMe().catch(() => undefined);
  };
  const fields = save.failure?.fields ?? {};
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <TextInput
          className={styles.whole}
          label={t('settings.name')}
          description={t('settings.nameText')}
          value={value.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={fields['/name']}
        />
        <Select
          label={t('settings.language')}
          data={languages.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.language}
          allowDeselect={false}
          onChange={(language) => language && set({ language })}
          error={fields['/language']}
        />
        <TimeZoneSelect
          label={t('settings.timeZone')}
          value={value.timeZoneId}
          onChange={(timeZoneId) => set({ timeZoneId })}
          error={fields['/timeZoneId']}
        />
        <Switch
          className={styles.whole}
          label={t('settings.private')}
          description={t('settings.privateText')}
          checked={value.allowPrivateTargets}
          onChange={(event) => set({ allowPrivateTargets: event.currentTarget.checked })}
        />
      </div>
      <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
    </form>
  );
}

function Mail({ division }: { division: Division }): ReactNode {
  const t = useWords();
  const me = useMe();
  const test = useAct('testMail', { done: t('mail.sent', { email: me.email }), failed: t('mail.failed') });
  return (
    <SettingLine
      title={
        <>
          {t('mail.title')}
          {division.mailConfigured ? <Tag tone="good">{t('mail.configured')}</Tag> : <Tag>{t('mail.none')}</Tag>}
        </>
      }
      note={division.mailConfigured ? t('mail.text') : t('mail.noneText')}
      actions={
        division.mailConfigured ? (
          <Button
            variant="default"
            leftSection={<IconMail size={16} />}
            loading={test.busy}
            onClick={() => void test.run({})}
          >
            {t('mail.test')}
          </Button>
        ) : null
      }
    />
  );
}

export default function SettingsPage(): ReactNode {
  const t = useWords();
  const division = useCall('readDivision');
  return (
    <Page title={t('nav.settings')} description={t('settings.text')}>
      <div className={styles.sections}>
        <DataState of={division} failed={t('settings.failed')} tall>
          {(read) => (
            <>
              <Card title={t('settings.division')}>
                <DivisionForm division={read} />
              </Card>
              <Card title={t('settings.server')} text={t('settings.serverText')}>
                <SettingLine
                  title={t('settings.publicUrl')}
                  note={<span className={parts.mono}>{read.publicUrl}</span>}
                />
                <Mail division={read} />
              </Card>
            </>
          )}
        </DataState>
        <Webhooks />
      </div>
    </Page>
  );
}
