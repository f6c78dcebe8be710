import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import settings from '#schemas/division/settings.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { Notice } from '../../parts/notice.tsx';
import parts from '../../parts/parts.module.css';
import { SaveFoot } from '../../parts/save-foot.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import styles from '../../parts/settings.module.css';
import { readMe } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { DivisionDefaults } from '../alert-defaults/division-defaults.tsx';
import { DeviceAlertSettings } from '../device-alerts/device-alert-settings.tsx';

type Division = CallReply<'readDivision'>;

function DivisionForm({ division }: { division: Division }): ReactNode {
  const t = useWords();
  const save = useAct('saveDivision', {
    done: t('settings.saved'),
    failed: t('settings.saveFailed'),
    refresh: ['readDivision'],
  });
  return (
    <DocumentForm
      screen={settings}
      stored={division}
      busy={save.busy}
      failure={save.failure}
      onSave={async (body) => {
        // An emptied list is a list of nothing, and not one that stays.
        if (!(await save.run({ body: { monitorNetworks: '', deliveryNetworks: '', ...body } }))) return false;
        // The header shows the division's name.
        readMe().catch(() => undefined);
        return true;
      }}
      foot={({ changed, reset }) => (
        <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
      )}
    />
  );
}

function Mail({ division }: { division: Division }): ReactNode {
  const t = useWords();
  return (
    <SettingLine
      title={
        <>
          {t('mail.title')}
          {division.mailConfigured ? <Tag tone="good">{t('mail.configured')}</Tag> : <Tag>{t('mail.none')}</Tag>}
        </>
      }
      note={division.mailConfigured ? t('mail.summary') : t('mail.noneText')}
      actions={
        <Button
          variant="default"
          leftSection={<IconMail size={16} />}
          component={Link}
          to="/administration/general/mail"
        >
          {t('mail.open')}
        </Button>
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
              {read.outboundNotice ? (
                <Notice title={t('settings.outboundNotice')} text={t('settings.outboundNoticeText')} />
              ) : null}
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
        <DivisionDefaults />
        <DeviceAlertSettings />
      </div>
    </Page>
  );
}
