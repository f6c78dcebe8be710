import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { longestParameter } from '#api/contract/agent-methods/script.ts';
import { mostParameters } from '#api/contract/script.ts';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { valueWords } from '#engine/vocabulary/variable-value.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import type { Services } from '../services.ts';

export type ScriptInput = BodyOf<Catalogue['addScript']>;
export type ScriptVariable = ReplyOf<Catalogue['readScript']>['scriptVariables'][number];

/** Bytes of a text as JSON: with its inputs it is one message to an agent. */
const MOST_BYTES = 200_000;
/** Names, in lower case, that the interpreters or the system read themselves. */
const reserved = new Set('path home user temp tmp tmpdir shell pwd comspec windir lang term ifs env'.split(' '));

/** The name of the environment variable: "Log folder" is `logFolder`; empty for a name without letters. */
export function calculateName(name: string): string {
  const [first = '', ...rest] = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 _.-]/g, '')
    .split(/[ _.-]+/)
    .filter((word) => word !== '');
  const joined = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
  return /^[a-z]/.test(joined) ? joined : '';
}

/** Judges the body by the screen of the flow `script`, and what no screen judges. @throws Refused `invalid_input` */
export function checkScript({ screens }: Pick<Services, 'screens'>, body: ScriptInput) {
  const scriptVariables = (body.scriptVariables ?? []).map(toVariable);
  const scriptParameters = trimParameters(body.scriptParameters ?? []);
  const input = {
    name: body.name.trim(),
    description: (body.description ?? '').trim(),
    language: body.language,
    operatingSystems: body.operatingSystems,
    architecture: body.architecture,
    categoriesIds: body.categoriesIds,
    script: body.script.replaceAll('\r\n', '\n'),
    scriptParameters,
    useFirstParametersOptionAsDefault: body.useFirstParametersOptionAsDefault ?? false,
    scriptVariables,
    defaultRunAs: (body.defaultRunAs ?? '').trim(),
    defaultTimeout: body.defaultTimeout ?? 600,
  };
  const { description, defaultRunAs, scriptParameters: _, ...answers } = input;
  requireAnswers(
    screens.check('script', 'details', {
      ...answers,
      ...(description && { description }),
      ...(defaultRunAs && { defaultRunAs }),
      scriptVariables: scriptVariables.map(({ name, type, required, ...more }) => ({
        name,
        type,
        required,
        ...(more.defaultValue && { defaultValue: more.defaultValue }),
        ...(more.valueList.length > 0 && type === 'DROPDOWN' && { valueList: more.valueList.join('\n') }),
        ...(more.description && { description: more.description }),
      })),
    }),
  );
  requireFields({
    '/script': bytesOf(input.script) > MOST_BYTES ? 'The script takes more than 200,000 bytes' : undefined,
    '/scriptParameters': parameterWords(scriptParameters),
    ...Object.fromEntries(
      scriptVariables.map((variable, index) => [
        `/scriptVariables/${index}/name`,
        nameWords(variable, scriptVariables),
      ]),
    ),
    ...Object.fromEntries(
      scriptVariables.map((variable, index) => [
        `/scriptVariables/${index}/defaultValue`,
        variable.defaultValue === '' ? undefined : valueWords(variable, variable.defaultValue),
      ]),
    ),
  });
  return input;
}

function toVariable(variable: NonNullable<ScriptInput['scriptVariables']>[number]): ScriptVariable {
  const name = variable.name.trim();
  return {
    name,
    calculatedName: calculateName(name),
    type: variable.type,
    defaultValue: variable.defaultValue ?? '',
    valueList: variable.type === 'DROPDOWN' ? trimParameters(variable.valueList ?? []) : [],
    required: variable.required ?? false,
    description: (variable.description ?? '').trim(),
    source: 'LITERAL',
  };
}

/** C12-30, C12-32 */
export function trimParameters(entries: readonly string[]): string[] {
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** C12-31, C12-33, C12-34 */
export function parameterWords(entries: readonly string[]): string | undefined {
  if (entries.length > mostParameters) return `Maximum of ${mostParameters} parameters allowed`;
  if (entries.some((entry) => entry.length > longestParameter))
    return `Each parameter must be at most ${longestParameter} characters`;
  return new Set(entries).size < entries.length ? 'Duplicate parameters are not allowed' : undefined;
}

function nameWords({ calculatedName }: ScriptVariable, all: readonly ScriptVariable[]): string | undefined {
  if (calculatedName === '') return 'A name begins with a letter from A to Z';
  if (reserved.has(calculatedName.toLowerCase())) return 'The system uses this name: choose another one';
  const same = all.filter((other) => other.calculatedName.toLowerCase() === calculatedName.toLowerCase());
  return same.length > 1 ? 'Another variable has this name' : undefined;
}
