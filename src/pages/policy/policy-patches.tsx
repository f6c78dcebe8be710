import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import settings from '../../parts/settings.module.css';
import { useWords } from '../../words/words.ts';
import { within } from './automation-modal.tsx';
import { PatchControl, patchNames, PatchSource, PatchText, type PatchReply } from './patch-values.tsx';
import styles from './policy.module.css';
import { useOwn } from './use-own.ts';
import { ValueRow } from './value-row.tsx';
import { ValueSource } from './value-source.tsx';

type Own = NonNullable<CallInput<'savePolicyPatches'>['body']>['patchManagement'];

const own = { kind: 'OWN', policyId: null, name: '' } as const;

/** The patch settings of a policy (F14-24): each value with where it comes from. */
export function PolicyPatches({ policyId, mayChange }: { policyId: number; mayChange: boolean }): ReactNode {
  const t = useWords();
  const read = useCall('readPolicyPatches', { params: { id: policyId } });
  return (
    <Card title={t('patches.title')} text={t('patches.text')}>
      <DataState of={read} failed={t('patches.failed')}>
        {(stored) =>
          stored.applies ? (
            <Editor policyId={policyId} mayChange={mayChange} stored={stored} />
          ) : (
            <Message title={t('patches.notHere')} text={t('patches.notHereText')} />
          )
        }
      </DataState>
    </Card>
  );
}

function ownOf(values: PatchReply): Own {
  const names = patchNames.filter((name) => values[name].source.kind === 'OWN');
  return Object.fromEntries(names.map((name) => [name, values[name].value]));
}

interface EditorProps {
  policyId: number;
  mayChange: boolean;
  stored: CallReply<'readPolicyPatches'>;
}

function Editor({ policyId, mayChange, stored: { values, revision } }: EditorProps): ReactNode {
  const t = useWords();
  const edit = useOwn<Own>({ own: ownOf(values), revision });
  const save = useAct('savePolicyPatches', {
    done: t('patches.saved'),
    failed: t('patches.saveFailed'),
    refresh: ['readPolicyPatches', 'readPolicy', 'readDevicePolicy'],
  });
  const { failure } = save;
  const discard = (): void => {
    save.clear();
    edit.discard();
  };
  const submit = async (): Promise<void> => {
    const body = { revision: edit.revision, patchManagement: edit.own };
    if (await save.run({ params: { id: policyId }, body })) edit.discard();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.edited) void submit();
      }}
    >
      <div className={styles.group}>
        {patchNames.map((name, index) => {
          const { inherited } = values[name];
          const value = edit.own[name];
          const change = (next: unknown): void => {
            save.clear();
            edit.change(name, next as never);
          };
          return (
            <ValueRow
              key={name}
              name={t(`patches.name_${name}`)}
              first={index === 0}
              own={value !== undefined}
              locked={!mayChange}
              shown={<PatchText value={value ?? inherited.value} />}
              control={
                <PatchControl
                  name={name}
                  value={value ?? inherited.value}
                  wrong={within(failure?.fields ?? {}, `/patchManagement/${name}`)}
                  onChange={change}
                />
              }
              source={value === undefined ? <PatchSource source={inherited.source} /> : <ValueSource source={own} />}
              onOverride={() => change(inherited.value)}
              onReset={() => change(undefined)}
            />
          );
        })}
      </div>
      {mayChange ? (
        <div className={settings.foot}>
          {failure && !failure.fields ? (
            <p className={settings.failure} role="alert">
              {failure.message}
            </p>
          ) : null}
          {edit.edited ? (
            <Button variant="default" onClick={discard}>
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" disabled={!edit.edited} loading={save.busy}>
            {t('save')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
