import { Autocomplete, Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { longestParameter, scriptTime } from '#api/contract/agent-methods/script.ts';
import type { CallInput } from '#api/client.ts';
import { variableWords } from '#engine/vocabulary/variable-value.ts';
import { useWords } from '../../words/words.ts';
import { DevicePicker, DeviceTags } from './device-picker.tsx';
import type { ListedScript, TargetDevice, Variable } from './script.ts';
import { VariableField } from './variable-field.tsx';

type Body = NonNullable<CallInput<'startScriptRun'>['body']>;

interface Props {
  scripts: readonly ListedScript[];
  devices: readonly TargetDevice[] | undefined;
  busy: boolean;
  /** What the server said of the fields. */
  refused: Readonly<Record<string, string>>;
  onRun(body: Body): void;
  onClose(): void;
}

interface Inputs {
  parameters: string;
  values: Readonly<Record<string, string>>;
  asUser: boolean;
  runAs: string;
  timeout: number | string;
}

function inputsOf(script: ListedScript | undefined): Inputs {
  const variables = script?.scriptVariables ?? [];
  return {
    parameters: script?.useFirstParametersOptionAsDefault ? (script.scriptParameters[0] ?? '') : '',
    values: Object.fromEntries(variables.map((variable) => [variable.calculatedName, beginningOf(variable)])),
    asUser: (script?.defaultRunAs ?? '') !== '',
    runAs: script?.defaultRunAs ?? '',
    timeout: script?.defaultTimeout ?? scriptTime.usual,
  };
}

function beginningOf({ type, defaultValue }: Variable): string {
  return type === 'CHECKBOX' && defaultValue === '' ? 'false' : defaultValue;
}

/** C12-19, C12-38 … C12-41 */
export function RunForm({ scripts, devices, busy, refused, onRun, onClose }: Props): ReactNode {
  const t = useWords();
  const only = scripts.length === 1 ? scripts[0] : undefined;
  const [script, setScript] = useState(only);
  const [chosen, setChosen] = useState<readonly TargetDevice[]>(devices ?? []);
  const [inputs, setInputs] = useState(() => inputsOf(only));
  const [tried, setTried] = useState(false);
  const change = (part: Partial<Inputs>): void => setInputs((before) => ({ ...before, ...part }));
  const choose = (id: string | null): void => {
    const found = scripts.find((each) => String(each.id) === id);
    setScript(found);
    setInputs(inputsOf(found));
    setTried(false);
  };
  const variables = script?.scriptVariables ?? [];
  const valueOf = ({ calculatedName }: Variable) => inputs.values[calculatedName] ?? '';
  const seconds = Number(inputs.timeout);
  const wrong = {
    script: script === undefined,
    devices: chosen.length === 0,
    runAs: inputs.asUser && !/^[A-Za-z_][A-Za-z0-9._-]*$/.test(inputs.runAs.trim()),
    timeout: !Number.isInteger(seconds) || seconds < scriptTime.minimum || seconds > scriptTime.maximum,
    variables: variables.some((variable) => variableWords(variable, valueOf(variable)) !== undefined),
  };
  const run = (): void => {
    setTried(true);
    if (script === undefined || Object.values(wrong).includes(true)) return;
    onRun({
      scriptId: script.id,
      deviceIds: chosen.map(({ id }) => id),
      parameters: inputs.parameters.trim(),
      variables: variables.map((variable) => ({ name: variable.calculatedName, value: valueOf(variable) })),
      runAs: inputs.asUser ? inputs.runAs.trim() : '',
      timeoutSeconds: seconds,
    });
  };
  const required = (is: boolean) => (tried && is ? t('script.required') : undefined);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="md">
        <Select
          label={t('script.title')}
          withAsterisk
          searchable
          data-autofocus={only === undefined || undefined}
          placeholder={t('script.choose')}
          data={scripts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={script === undefined ? null : String(script.id)}
          readOnly={only !== undefined}
          error={required(wrong.script)}
          onChange={choose}
        />
        {devices ? (
          <DeviceTags devices={devices} />
        ) : (
          <DevicePicker chosen={chosen} error={required(wrong.devices)} onChange={setChosen} />
        )}
        {variables.map((variable) => (
          <VariableField
            key={variable.calculatedName}
            variable={variable}
            value={valueOf(variable)}
            error={
              (tried ? variableWords(variable, valueOf(variable)) : undefined) ??
              refused[`/variables/${variable.calculatedName}`]
            }
            onChange={(value) => change({ values: { ...inputs.values, [variable.calculatedName]: value } })}
          />
        ))}
        <Autocomplete
          label={t('script.parameters')}
          description={t('script.parametersText')}
          data={[...(script?.scriptParameters ?? [])]}
          maxLength={longestParameter}
          value={inputs.parameters}
          error={refused['/parameters']}
          onChange={(parameters) => change({ parameters })}
        />
        <Group grow align="flex-start">
          <Select
            label={t('script.runAs')}
            withAsterisk
            allowDeselect={false}
            data={[
              { value: 'AGENT', label: t('script.agentUser') },
              { value: 'USER', label: t('script.localUser') },
            ]}
            value={inputs.asUser ? 'USER' : 'AGENT'}
            onChange={(value) => change({ asUser: value === 'USER' })}
          />
          <NumberInput
            label={t('script.timeLimitSeconds')}
            withAsterisk
            allowDecimal={false}
            allowNegative={false}
            value={inputs.timeout}
            error={tried && wrong.timeout ? t('script.between', scriptTime) : undefined}
            onChange={(timeout) => change({ timeout })}
          />
        </Group>
        {inputs.asUser ? (
          <TextInput
            label={t('script.userName')}
            withAsterisk
            maxLength={64}
            value={inputs.runAs}
            error={
              tried && wrong.runAs
                ? inputs.runAs.trim() === ''
                  ? t('script.required')
                  : t('script.noUser')
                : undefined
            }
            onChange={(event) => change({ runAs: event.currentTarget.value })}
          />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} leftSection={<IconPlayerPlay size={16} />}>
            {chosen.length > 0 ? t('script.runOn', { count: chosen.length }) : t('script.run')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
