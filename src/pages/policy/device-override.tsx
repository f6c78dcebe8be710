import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import settings from '../../parts/settings.module.css';
import { devicePath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { ConditionsForm, useOwnValues } from './conditions-form.tsx';
import { PolicyOfDevice } from './policy-of-device.tsx';

/** The values of one device over those of its policy (F14-19). */
export default function DeviceOverride(): ReactNode {
  const t = useWords();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const known = Number.isInteger(id) && id > 0;
  const device = useCall('readDevice', { params: { id } }, { enabled: known });
  const read = useCall('readDevicePolicy', { params: { id } }, { enabled: known });
  if (!known || device.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={t('policy.overrideTitle')}
      parents={[
        { path: '/deviceSearch', title: t('nav.devices') },
        ...(device.data ? [{ path: devicePath(id), title: device.data.name }] : []),
      ]}
      description={read.data ? <PolicyOfDevice effective={read.data} /> : undefined}
    >
      <div className={settings.sections}>
        <Card title={t('policy.conditions')} text={t('policy.overrideText')}>
          <DataState of={read} failed={t('policy.deviceFailed')} tall>
            {(effective) =>
              effective.values.length === 0 ? (
                <Message title={t('policy.noConditions')} text={t('policy.noConditionsText')} />
              ) : (
                <Editor id={id} effective={effective} />
              )
            }
          </DataState>
        </Card>
      </div>
    </Page>
  );
}

function Editor({ id, effective }: { id: number; effective: CallReply<'readDevicePolicy'> }): ReactNode {
  const t = useWords();
  const edit = useOwnValues(effective);
  const save = useAct('saveDeviceOverrides', {
    done: t('policy.overrideSaved'),
    failed: t('policy.overrideFailed'),
    refresh: ['readDevicePolicy'],
  });
  const { failure } = save;
  const fields = Object.entries(failure?.fields ?? {}).map(([at, words]) => [at.replace('/conditions', ''), words]);
  const body = { revision: edit.revision, conditions: edit.conditions };
  return (
    <ConditionsForm
      values={effective.values}
      edit={edit}
      locked={!effective.mayChange}
      wrong={Object.fromEntries(fields)}
      failure={failure?.fields ? undefined : failure?.message}
      busy={save.busy}
      act={t('save')}
      onChange={save.clear}
      onDiscard={save.clear}
      onSubmit={() => void save.run({ params: { id }, body }).then((done) => done && edit.discard())}
    />
  );
}
