import { Button, Group, Modal, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { usualSchedule } from '../../format/schedule.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SchedulePicker } from '../../parts/schedule-picker.tsx';
import { useWords } from '../../words/words.ts';
import styles from './policy.module.css';

export type Automation = CallInput<'savePolicyAutomations'>['body']['automations'][number];
/** What the server can carry out for a policy: start-up and login are no times, and an automation without a schedule is turned off instead. */
const offered = ['RUN_ONCE', 'EVERY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
type Script = CallReply<'listScripts'>[number];

interface Props {
  /** Undefined: a new one. */
  edited: Automation | undefined;
  /** Devices that run it, as policies are assigned now. */
  reach: number;
  busy: boolean;
  /** By JSON pointer within the automation. */
  wrong: Readonly<Record<string, string>>;
  failure: string | undefined;
  onClose(): void;
  onSave(automation: Automation): void;
}

/** Adds or changes an automation of a policy: a script that the user may run, its inputs and its schedule. */
export function AutomationModal(props: Props): ReactNode {
  const t = useWords();
  const scripts = useCall('listScripts');
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.edited ? t('automation.edit') : t('automation.add')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DataState of={scripts} failed={t('script.fetchFailed')}>
        {(all) => {
          const runnable = all.filter(({ may }) => may.run);
          return runnable.length === 0 ? (
            <Message title={t('script.noneToRun')} text={t('script.noneToRunText')} />
          ) : (
            <Form {...props} scripts={runnable} />
          );
        }}
      </DataState>
    </Modal>
  );
}

function Form({
  edited,
  reach,
  scripts,
  busy,
  wrong,
  failure,
  onClose,
  onSave,
}: Props & { scripts: Script[] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const [draft, setDraft] = useState<Automation>(
    () =>
      edited ?? {
        key: crypto.randomUUID(),
        enabled: true,
        scriptId: null,
        parameters: '',
        variables: [],
        runAs: '',
        timeoutSeconds: 600,
        schedule: usualSchedule(format.zone, Date.now()),
      },
  );
  const [tried, setTried] = useState(false);
  const script = scripts.find(({ id }) => id === draft.scriptId);
  const set = (change: Partial<Automation>): void => setDraft({ ...draft, ...change });
  const choose = (id: string | null): void => {
    const chosen = scripts.find((each) => String(each.id) === id);
    if (!chosen) return;
    const [parameters = ''] = chosen.useFirstParametersOptionAsDefault ? chosen.scriptParameters : [];
    const variables = chosen.scriptVariables.map(({ calculatedName: name, defaultValue: value }) => ({ name, value }));
    set({
      scriptId: chosen.id,
      parameters,
      variables,
      runAs: chosen.defaultRunAs,
      timeoutSeconds: chosen.defaultTimeout,
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (draft.scriptId !== null && draft.schedule.startDate !== '') onSave(draft);
      }}
    >
      <Stack gap="md">
        <Select
          label={t('script.title')}
          withAsterisk
          searchable
          data-autofocus
          placeholder={t('script.choose')}
          data={scripts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.scriptId === null ? null : String(draft.scriptId)}
          error={wrong['/scriptId'] ?? (tried && draft.scriptId === null ? t('script.required') : undefined)}
          onChange={choose}
        />
        {script ? <Inputs script={script} draft={draft} wrong={wrong} set={set} /> : null}
        <SchedulePicker
          schedule={draft.schedule}
          offered={offered}
          wrong={within(wrong, '/schedule')}
          onChange={(schedule) => set({ schedule })}
        />
        <p className={styles.reach}>
          {reach === 0 ? t('automation.reachNone') : t('automation.reach', { count: reach })}
        </p>
        {failure === undefined ? null : (
          <p className={styles.wrong} role="alert">
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface InputsProps {
  script: Script;
  draft: Automation;
  wrong: Props['wrong'];
  set: (change: Partial<Automation>) => void;
}

function Inputs({ script, draft, wrong, set }: InputsProps): ReactNode {
  const t = useWords();
  const { variables } = draft;
  return (
    <>
      <TextInput
        label={t('script.parameters')}
        value={draft.parameters}
        maxLength={5000}
        error={wrong['/parameters']}
        onChange={({ currentTarget: { value } }) => set({ parameters: value })}
      />
      {script.scriptVariables.map((variable) => {
        const name = variable.calculatedName;
        return (
          <Variable
            key={name}
            variable={variable}
            value={variables.find((each) => each.name === name)?.value ?? variable.defaultValue}
            wrong={wrong[`/variables/${name}`]}
            onChange={(value) =>
              set({ variables: [...variables.filter((each) => each.name !== name), { name, value }] })
            }
          />
        );
      })}
      <div className={styles.pair}>
        <TextInput
          label={t('script.runAs')}
          placeholder={t('script.agentUser')}
          value={draft.runAs}
          maxLength={64}
          error={wrong['/runAs']}
          onChange={({ currentTarget: { value } }) => set({ runAs: value })}
        />
        <NumberInput
          label={t('script.timeLimit')}
          suffix={` ${t('automation.secondsUnit')}`}
          value={draft.timeoutSeconds}
          min={5}
          max={3600}
          allowDecimal={false}
          error={wrong['/timeoutSeconds']}
          onChange={(next) => typeof next === 'number' && set({ timeoutSeconds: next })}
        />
      </div>
    </>
  );
}

interface VariableProps {
  variable: Script['scriptVariables'][number];
  value: string;
  wrong: string | undefined;
  onChange(value: string): void;
}

function Variable({ variable, value, wrong, onChange }: VariableProps): ReactNode {
  const { name, type, valueList, required, description } = variable;
  const label = { label: name, description, error: wrong };
  if (type === 'CHECKBOX')
    return (
      <Switch
        {...label}
        checked={value === 'true'}
        onChange={({ currentTarget: { checked } }) => onChange(String(checked))}
      />
    );
  if (type === 'DROPDOWN')
    return (
      <Select
        {...label}
        withAsterisk={required}
        data={valueList}
        value={value}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  return (
    <TextInput
      {...label}
      withAsterisk={required}
      maxLength={1000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** What is wrong below a pointer. */
export function within(wrong: Readonly<Record<string, string>>, at: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(wrong).flatMap(([pointer, words]) =>
      pointer.startsWith(`${at}/`) ? [[pointer.slice(at.length), words]] : [],
    ),
  );
}
