import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import settings from '../../parts/settings.module.css';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { ConditionRow } from './condition-row.tsx';
import { groupsOf, type ConditionName, type ConditionValue } from './condition-fields.ts';
import styles from './policy.module.css';

type Read = CallReply<'readPolicyConditions'>;
type Preview = CallReply<'previewPolicyConditions'>;
type Conditions = NonNullable<CallInput<'previewPolicyConditions'>['body']>;
type Own = Partial<Record<ConditionName, ConditionValue>>;

const ownOf = ({ values }: Read): Own =>
  Object.fromEntries(values.flatMap(({ name, value, source }) => (source.kind === 'OWN' ? [[name, value]] : [])));

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
            <Editor policyId={policy.id} stored={stored} />
          )
        }
      </DataState>
    </Card>
  );
}

function Editor({ policyId, stored }: { policyId: number; stored: Read }): ReactNode {
  const t = useWords();
  const may = useMay();
  const params = { id: policyId };
  // What is edited, and the revision that it began with; nothing follows the stored values.
  const [edited, setEdited] = useState<{ own: Own; revision: number }>();
  const [preview, setPreview] = useState<Preview>();
  const ask = useAct('previewPolicyConditions', { failed: t('policy.previewFailed') });
  const save = useAct('savePolicyConditions', {
    done: t('policy.conditionsSaved'),
    failed: t('policy.conditionsSaveFailed'),
    refresh: ['readPolicyConditions', 'readPolicy', 'readDevicePolicy'],
  });
  const own = edited?.own ?? ownOf(stored);
  const conditions = own as Conditions;
  const change = (name: ConditionName, value: ConditionValue | undefined): void => {
    ask.clear();
    const { [name]: _, ...others } = own;
    setEdited({
      own: value === undefined ? others : { ...others, [name]: value },
      revision: edited?.revision ?? stored.revision,
    });
  };
  const discard = (): void => {
    ask.clear();
    save.clear();
    setEdited(undefined);
  };
  const values = new Map(stored.values.map((value) => [value.name, value]));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (edited) void ask.run({ params, body: conditions }).then(setPreview);
      }}
    >
      {groupsOf(stored.values.map(({ name }) => name)).map((fields) => (
        <div key={fields[0]?.name} className={styles.group}>
          {fields.map((field, index) => {
            const value = values.get(field.name);
            return value ? (
              <ConditionRow
                key={field.name}
                field={field}
                first={index === 0}
                stored={value}
                own={own[field.name]}
                locked={!may('POLICY:Update')}
                wrong={ask.failure?.fields?.[`/${field.name}`]}
                onChange={(next) => change(field.name, next)}
              />
            ) : null;
          })}
        </div>
      ))}
      {may('POLICY:Update') ? (
        <div className={settings.foot}>
          {ask.failure && !ask.failure.fields ? (
            <p className={settings.failure} role="alert">
              {ask.failure.message}
            </p>
          ) : null}
          {edited ? (
            <Button variant="default" onClick={discard}>
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" disabled={!edited} loading={ask.busy}>
            {t('policy.preview')}
          </Button>
        </div>
      ) : null}
      <ConfirmModal
        opened={preview !== undefined}
        title={t('policy.previewTitle', { count: preview?.devices ?? 0 })}
        text={preview ? <Changes preview={preview} /> : null}
        act={t('save')}
        busy={save.busy}
        failure={save.failure?.message}
        onClose={() => setPreview(undefined)}
        onConfirm={() =>
          edited &&
          void save.run({ params, body: { revision: edited.revision, conditions } }).then((done) => {
            if (done === undefined) return;
            setPreview(undefined);
            setEdited(undefined);
          })
        }
      />
    </form>
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
