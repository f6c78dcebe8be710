import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { DefaultsForm, fetchFormSoon, type Settings } from './defaults-form.tsx';

type Defaults = CallReply<'readAlertDefaults'>;

function Receivers({ defaults: { receivers, channels, mailConfigured } }: { defaults: Defaults }): ReactNode {
  const t = useWords();
  return (
    <dl className={parts.facts}>
      <dt>{t('alertDefaults.mail')}</dt>
      <dd>
        {receivers.join(', ') || t('alerts.nobody')}
        {mailConfigured ? null : <div className={parts.quiet}>{t('alerts.noMail')}</div>}
      </dd>
      <dt>{t('alertDefaults.channels')}</dt>
      <dd>{channels.join(', ') || t('alertDefaults.noChannels')}</dd>
    </dl>
  );
}

/** The company's settings, less the technicians who do not see this organization: it cannot choose those. */
function seenHere({ candidates, technicianIds, ...rest }: Defaults): Settings {
  return { ...rest, technicianIds: technicianIds.filter((id) => candidates.some((each) => each.id === id)) };
}

/** Whom alerts of an organization notify: as set for the division, or by settings of its own. */
export function OrganizationDefaults({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const defaults = useCall('readAlertDefaults', { params: { id: clientId } });
  const save = useAct('saveAlertDefaults', {
    done: t('alertDefaults.saved'),
    failed: t('alertDefaults.saveFailed'),
    refresh: ['readAlertDefaults'],
  });
  useEffect(fetchFormSoon, []);
  const own = defaults.data?.own ?? false;
  const inherit = useAct('removeAlertDefaults', {
    done: t('alertDefaults.saved'),
    failed: t('alertDefaults.saveFailed'),
    refresh: ['readAlertDefaults'],
  });
  const store = async (body: Settings): Promise<boolean> => {
    const saved = await save.run({ params: { id: clientId }, body });
    if (saved) setEditing(false);
    return saved !== undefined;
  };
  const changing = (
    <>
      {own && !editing ? (
        <Button variant="default" loading={inherit.busy} onClick={() => void inherit.run({ params: { id: clientId } })}>
          {t('alertDefaults.inherit')}
        </Button>
      ) : null}
      <Button variant="default" aria-expanded={editing} onClick={() => setEditing(!editing)}>
        {editing ? t('cancel') : t(own ? 'alertDefaults.change' : 'alertDefaults.setOwn')}
      </Button>
    </>
  );
  return (
    <Card
      title={t('alertDefaults.title')}
      text={defaults.data ? t(own ? 'alertDefaults.own' : 'alertDefaults.inherited') : undefined}
      actions={defaults.data && may('ORGANIZATION:Update') ? changing : null}
    >
      <DataState of={defaults} failed={t('alertDefaults.failed')}>
        {(read) =>
          editing ? (
            <DefaultsForm
              stored={own ? read : seenHere(read)}
              clientId={clientId}
              inherited={!own}
              busy={save.busy}
              failure={save.failure}
              onSave={store}
            />
          ) : (
            <Receivers defaults={read} />
          )
        }
      </DataState>
    </Card>
  );
}
