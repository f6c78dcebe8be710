import type { ReactNode } from 'react';
import type { CallInput } from '#api/client.ts';
import deviceAlerts from '#schemas/division/device-alerts.json?screen';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { DocumentForm } from '../../parts/document-form.tsx';
import { SaveFoot } from '../../parts/save-foot.tsx';
import { useWords } from '../../words/words.ts';

type Settings = NonNullable<CallInput<'saveDeviceAlerts'>['body']>;

/** What raises alerts of devices with an agent. */
export function DeviceAlertSettings(): ReactNode {
  const t = useWords();
  const settings = useCall('readDeviceAlerts');
  const save = useAct('saveDeviceAlerts', {
    done: t('deviceAlerts.saved'),
    failed: t('deviceAlerts.saveFailed'),
    refresh: ['readDeviceAlerts'],
  });
  return (
    <Card title={t('deviceAlerts.title')} text={t('deviceAlerts.text')}>
      <DataState of={settings} failed={t('deviceAlerts.failed')}>
        {(stored) => (
          <DocumentForm
            screen={deviceAlerts}
            stored={stored}
            busy={save.busy}
            failure={save.failure}
            onSave={async (answers) => {
              const body = { notificationChannelIds: [], serviceNames: '', ...answers } as unknown as Settings;
              return (await save.run({ body })) !== undefined;
            }}
            foot={({ changed, reset }) => (
              <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
            )}
          />
        )}
      </DataState>
    </Card>
  );
}
