import type { Static } from 'typebox';
import { longestParameter, longestVariable, scriptTime } from '#api/contract/agent-methods/script.ts';
import type { Script } from '#api/contract/script.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { invalidValue, missingValue } from '#engine/vocabulary/variable-value.ts';

type Runnable = Pick<
  Static<typeof Script>,
  | 'name'
  | 'scriptParameters'
  | 'useFirstParametersOptionAsDefault'
  | 'scriptVariables'
  | 'defaultRunAs'
  | 'defaultTimeout'
>;
type Variable = Runnable['scriptVariables'][number];
type Field = Record<string, unknown>;

/** What is asked of whoever runs the script: its variables, its parameters, as whom, and how long it may take (C12-19). */
export function runDocument(script: Runnable): ScreenDocument {
  const { name, scriptVariables: variables, scriptParameters: options, defaultRunAs } = script;
  const parameters = parameterFields(options, script.useFirstParametersOptionAsDefault);
  const required = variables.filter((variable) => variable.required).map(({ calculatedName }) => calculatedName);
  return {
    title: `Run “${name}”`,
    description: `Runs “${name}” on {devices}.`,
    schema: {
      type: 'object',
      // C12-38
      required: [...(required.length > 0 ? ['variables'] : []), ...parameters.required, 'user', 'timeoutSeconds'],
      properties: {
        ...(variables.length > 0 && {
          variables: {
            type: 'object',
            default: {},
            required,
            properties: Object.fromEntries(variables.map((one) => [one.calculatedName, fieldOf(one)])),
          },
        }),
        ...parameters.properties,
        user: {
          type: 'string',
          title: 'Run as',
          default: defaultRunAs === '' ? 'AGENT' : 'USER',
          oneOf: [
            { const: 'AGENT', title: 'The agent’s user' },
            { const: 'USER', title: 'Another local user' },
          ],
        },
        timeoutSeconds: { type: 'integer', title: 'Time limit', ...boundsOf(script.defaultTimeout) },
      },
      allOf: [...parameters.branches, runAsBranch(defaultRunAs)],
    } as NonNullable<ScreenDocument['schema']>,
    ui: {
      // A field that depends on another follows it.
      'ui:order': [
        ...(variables.length > 0 ? ['variables'] : []),
        ...parameters.order,
        'user',
        'runAs',
        'timeoutSeconds',
      ],
      ...parameters.ui,
      timeoutSeconds: { 'ui:widget': 'duration' },
    },
    messages: {
      ...Object.fromEntries(variables.map((one) => [`/variables/${one.calculatedName}`, messagesOf(one)])),
      // C12-40
      '/user': { required: 'Required' },
      '/timeoutSeconds': { required: 'Required' },
      '/runAs': { required: 'Required', pattern: 'Please enter the name of a local user' },
      ...(options.length > 0 && { '/parameterChoice': { required: 'Required' } }),
    },
    submit: 'Run',
    failed: 'Error running script',
  };
}

const boundsOf = (seconds: number) => ({
  minimum: scriptTime.minimum,
  maximum: scriptTime.maximum,
  default: seconds,
});

function runAsBranch(user: string): Field {
  return {
    if: { properties: { user: { const: 'USER' } }, required: ['user'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: {
      required: ['runAs'],
      properties: {
        runAs: {
          type: 'string',
          title: 'User name',
          maxLength: 64,
          pattern: '^[A-Za-z_][A-Za-z0-9._-]*$',
          ...(user !== '' && { default: user }),
        },
      },
    },
  };
}

/** One text, or one of those that the script offers. */
function parameterFields(options: readonly string[], isFirstUsual: boolean) {
  const typed = {
    parameters: {
      type: 'string',
      title: 'Parameters',
      description: 'Arguments of the script. Spaces separate them; quotes keep words together.',
      maxLength: longestParameter,
    },
  };
  const [first] = options;
  if (first === undefined) return { required: [], order: ['parameters'], properties: typed, branches: [], ui: {} };
  const isListed = { properties: { parametersFrom: { const: 'LIST' } }, required: ['parametersFrom'] };
  const listed = {
    parameterChoice: {
      type: 'string',
      title: 'Parameters',
      oneOf: [...new Set(options)].map((text) => ({ const: text, title: text })),
      ...(isFirstUsual && { default: first }),
    },
  };
  return {
    required: ['parametersFrom'],
    order: ['parametersFrom', 'parameterChoice', 'parameters'],
    properties: {
      parametersFrom: {
        type: 'string',
        title: 'Parameters from',
        default: isFirstUsual ? 'LIST' : 'TYPED',
        oneOf: [
          { const: 'LIST', title: 'The script’s list' },
          { const: 'TYPED', title: 'My own text' },
        ],
      },
    },
    branches: [
      {
        if: isListed,
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: ['parameterChoice'], properties: listed },
        else: { properties: typed },
      },
    ],
    ui: { parametersFrom: { 'ui:widget': 'segmented' } },
  };
}

/** C12-25 */
function fieldOf({ name, type, required, description, defaultValue, valueList }: Variable): Field {
  const common = { title: name, ...(description !== '' && { description }) };
  if (type === 'CHECKBOX')
    return {
      ...common,
      type: 'boolean',
      default: defaultValue === 'true',
      // A box that must be ticked is like a field that must be filled.
      ...(required && { const: true }),
    };
  const text = {
    ...common,
    type: 'string',
    ...(defaultValue !== '' && { default: defaultValue }),
  };
  switch (type) {
    case 'DROPDOWN':
      return { ...text, oneOf: [...new Set(valueList)].map((value) => ({ const: value, title: value })) };
    case 'INTEGER':
      return { ...text, maxLength: longestVariable, pattern: '^-?\\d{1,15}$' };
    case 'DECIMAL':
      return { ...text, maxLength: longestVariable, pattern: '^-?\\d{1,15}(?:\\.\\d{1,15})?$' };
    case 'DATE':
      return { ...text, format: 'date' };
    case 'IP_ADDRESS':
      return { ...text, maxLength: longestVariable, format: 'ip' };
    case 'URL':
      return { ...text, maxLength: longestVariable, format: 'secure-url' };
    case 'TEXT':
      return { ...text, maxLength: longestVariable, ...(required && { notBlank: true }) };
    default:
      return unreachable(type);
  }
}

/** C12-39, C12-41 */
function messagesOf({ type, required }: Variable): Record<string, string> {
  return {
    ...(required && { required: missingValue }),
    ...(required && type === 'CHECKBOX' && { const: missingValue }),
    ...(required && type === 'TEXT' && { notBlank: missingValue }),
    ...((type === 'INTEGER' || type === 'DECIMAL') && { pattern: invalidValue }),
  };
}

function unreachable(type: never): never {
  throw new Error(`there is no variable of type ${String(type)}`);
}
