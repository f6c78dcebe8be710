import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { ConditionsForm, useOwnValues } from './conditions-form.tsx';

type Read = CallReply<'readPolicyConditions'>;
type Preview = CallReply<'previewPolicyConditions'>;

/** The alert conditions of a policy: each value with where it comes from. */
export function PolicyConditions({ policy }: { policy: CallReply<'readPolicy'> }): ReactNode {
  const t = useWords();
  const read = useCall('readPolicyConditions', { params: { id: policy.id } });
  return (
    <Card title={t('policy.conditions')} text={t('policy.conditionsText')}>
      <DataState of={read} failed={t('policy.conditionsFailed')}>
        {(stored) =>
          stored.values.length === 0 ? (
            <Message title={t('policy.noConditions')} text={t('policy.noConditionsText')} />
          ) : (
            <Editor policyId={policy.id} mayChange={policy.may.update} stored={stored} />
          )
        }
      </DataState>
    </Card>
  );
}

function Editor({ policyId, mayChange, stored }: { policyId: number; mayChange: boolean; stored: Read }): ReactNode {
  const t = useWords();
  const params = { id: policyId };
  const edit = useOwnValues(stored);
  const [preview, setPreview] = useState<Preview>();
  const ask = useAct('previewPolicyConditions', { failed: t('policy.previewFailed') });
  const save = useAct('savePolicyConditions', {
    done: t('policy.conditionsSaved'),
    failed: t('policy.conditionsSaveFailed'),
    refresh: ['readPolicyConditions', 'readPolicy', 'readDevicePolicy'],
  });
  const { conditions } = edit;
  return (
    <>
      <ConditionsForm
        values={stored.values}
        edit={edit}
        locked={!mayChange}
        wrong={ask.failure?.fields}
        failure={ask.failure?.fields ? undefined : ask.failure?.message}
        busy={ask.busy}
        act={t('policy.preview')}
        onChange={ask.clear}
        onDiscard={() => {
          ask.clear();
          save.clear();
        }}
        onSubmit={() => void ask.run({ params, body: conditions }).then(setPreview)}
      />
      <ConfirmModal
        opened={preview !== undefined}
        title={t('policy.previewTitle', { count: preview?.devices ?? 0 })}
        text={preview ? <Changes preview={preview} /> : null}
        act={t('save')}
        busy={save.busy}
        failure={save.failure?.message}
        onClose={() => setPreview(undefined)}
        onConfirm={() =>
          void save.run({ params, body: { revision: edit.revision, conditions } }).then((done) => {
            if (done === undefined) return;
            setPreview(undefined);
            edit.discard();
          })
        }
      />
    </>
  );
}

function Changes({ preview: { devices, names, policies } }: { preview: Preview }): ReactNode {
  const t = useWords();
  const rest = devices - names.length;
  return (
    <>
      <p>{devices === 0 ? t('policy.previewNone') : t('policy.previewText')}</p>
      {names.length > 0 ? (
        <p>
          {names.join(', ')}
          {rest > 0 ? ` ${t('policy.more', { count: rest })}` : null}
        </p>
      ) : null}
      {policies.length > 0 ? <p>{t('policy.previewPolicies', { names: policies.join(', ') })}</p> : null}
    </>
  );
}
