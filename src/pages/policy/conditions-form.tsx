import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import settings from '../../parts/settings.module.css';
import { useWords } from '../../words/words.ts';
import { ConditionRow } from './condition-row.tsx';
import { groupsOf, type ConditionName, type ConditionValue } from './condition-fields.ts';
import styles from './policy.module.css';
import { useOwn, type Edit } from './use-own.ts';

type Values = CallReply<'readPolicyConditions'>['values'];
type Conditions = NonNullable<CallInput<'previewPolicyConditions'>['body']>;
type Own = Partial<Record<ConditionName, ConditionValue>>;

type OwnValues = Edit<Own> & {
  /** As the calls take them. */
  conditions: Conditions;
};

const ownOf = (values: Values): Own =>
  Object.fromEntries(values.flatMap(({ name, value, source }) => (source.kind === 'OWN' ? [[name, value]] : [])));

/** The own alert conditions of a policy or a device as a person edits them. */
export function useOwnValues({ values, revision }: { values: Values; revision: number }): OwnValues {
  const edit = useOwn<Own>({ own: ownOf(values), revision });
  return { ...edit, conditions: edit.own as Conditions };
}

interface Props {
  values: Values;
  edit: OwnValues;
  locked: boolean;
  /** By JSON pointer. */
  wrong: Readonly<Record<string, string>> | undefined;
  failure: string | undefined;
  busy: boolean;
  /** Of the button. */
  act: string;
  onChange(): void;
  onDiscard(): void;
  onSubmit(): void;
}

/** Each alert condition: inherited, with its source, or an own value, with a way back. */
export function ConditionsForm(props: Props): ReactNode {
  const { values, edit, locked, wrong, failure, busy, act, onChange, onDiscard, onSubmit } = props;
  const t = useWords();
  const byName = new Map(values.map((value) => [value.name, value]));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.edited) onSubmit();
      }}
    >
      {groupsOf(values.map(({ name }) => name)).map((fields) => (
        <div key={fields[0]?.name} className={styles.group}>
          {fields.map((field, index) => {
            const stored = byName.get(field.name);
            return stored ? (
              <ConditionRow
                key={field.name}
                field={field}
                first={index === 0}
                stored={stored}
                own={edit.own[field.name]}
                locked={locked}
                wrong={wrong?.[`/${field.name}`]}
                onChange={(next) => {
                  onChange();
                  edit.change(field.name, next);
                }}
              />
            ) : null;
          })}
        </div>
      ))}
      {locked ? null : (
        <div className={settings.foot}>
          {failure === undefined ? null : (
            <p className={settings.failure} role="alert">
              {failure}
            </p>
          )}
          {edit.edited ? (
            <Button
              variant="default"
              onClick={() => {
                onDiscard();
                edit.discard();
              }}
            >
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" disabled={!edit.edited} loading={busy}>
            {act}
          </Button>
        </div>
      )}
    </form>
  );
}
