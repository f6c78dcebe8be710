import { describe, expect, it } from 'vitest';
import { checkDocument } from '#engine/document/check-document.ts';
import { screenOf } from '#engine/compile/library.ts';
import sample from '#schemas/run-script/inputs.json' with { type: 'json' };
import { runDocument } from './run-document.ts';

const variable = (name: string, type: string, more: object = {}) => ({
  name,
  calculatedName: name[0]?.toLowerCase() + name.slice(1).replaceAll(' ', ''),
  type,
  defaultValue: '',
  valueList: [] as string[],
  required: false,
  description: '',
  source: 'LITERAL' as const,
  ...more,
});
/** One that asks everything that a script can ask. */
const everything = {
  name: 'Clean up',
  scriptParameters: ['--all', '--dry-run'],
  useFirstParametersOptionAsDefault: true,
  scriptVariables: [
    variable('Folder', 'TEXT', { required: true, description: 'Emptied, and kept.' }),
    variable('Days', 'INTEGER', { defaultValue: '30' }),
    variable('Share', 'DECIMAL'),
    variable('Force', 'CHECKBOX'),
    variable('Agreed', 'CHECKBOX', { required: true }),
    variable('Until', 'DATE'),
    variable('Mode', 'DROPDOWN', { required: true, valueList: ['fast', 'thorough'] }),
    variable('Server', 'IP_ADDRESS'),
    variable('Report', 'URL'),
  ],
  defaultRunAs: '',
  defaultTimeout: 600,
} as Parameters<typeof runDocument>[0];
const nothing = { ...everything, scriptParameters: [], scriptVariables: [], useFirstParametersOptionAsDefault: false };

describe('the screen that asks what a script is run with (C12-19)', () => {
  it('is what tests and the gallery show', () => {
    const { $schema: _, compiledBy: __, examples: ___, ...shown } = sample as Record<string, unknown>;
    expect(shown).toEqual(JSON.parse(JSON.stringify(runDocument(everything))));
  });

  it.each([
    ['everything', everything],
    ['nothing', nothing],
  ])('is a right document for a script that asks %s', (_, script) => {
    expect(checkDocument(JSON.stringify(runDocument(script)))).toEqual([]);
  });

  const inputs = { user: 'AGENT', timeoutSeconds: 600, parametersFrom: 'TYPED' };
  const required = { folder: '/tmp', agreed: true, mode: 'fast' };
  const errors = (variables: object, more: object = {}) =>
    Object.fromEntries(
      screenOf('run-script', 'inputs', runDocument(everything))
        .validate({ ...inputs, variables: { ...required, ...variables }, ...more })
        .map(({ pointer, message }) => [pointer, message]),
    );

  it.each([
    ['days', '1.5', 'Please enter a valid value'],
    ['share', 'half', 'Please enter a valid value'],
    ['folder', ' ', 'Mandatory value is undefined. Please enter a value.'],
    ['folder', undefined, 'Mandatory value is undefined. Please enter a value.'],
    ['agreed', false, 'Mandatory value is undefined. Please enter a value.'],
    ['mode', undefined, 'Mandatory value is undefined. Please enter a value.'],
    ['report', 'http://example.com', 'Please enter a valid URL'],
  ])('refuses %s %s in the specified words (C12-39, C12-41)', (name, value, message) => {
    expect(errors({ [name]: value })).toEqual({ [`/variables/${name}`]: message });
  });

  it('takes what is right', () => {
    expect(
      errors({ days: '-3', share: '0.5', until: '2026-11-27', server: '::1', report: 'https://example.com' }),
    ).toEqual({});
  });

  it('asks as whom and for how long (C12-38, C12-40)', () => {
    expect(errors({}, { user: undefined, timeoutSeconds: undefined })).toEqual({
      '/user': 'Required',
      '/timeoutSeconds': 'Required',
    });
    expect(errors({}, { user: 'USER' })).toEqual({ '/runAs': 'Required' });
    expect(errors({}, { user: 'USER', runAs: 'a b' })).toEqual({ '/runAs': 'Please enter the name of a local user' });
    expect(Object.keys(errors({}, { timeoutSeconds: 4 }))).toEqual(['/timeoutSeconds']);
  });
});
