import { json } from '../flow-template.ts';
import { sentence, withArticle, type EntityNames } from './names.ts';

const DOCUMENT = '../../engine/document/screen.schema.json';

/** The screens and the machine. */
export function entityFlowFiles(names: EntityNames, title: string): Record<string, string> {
  const { id, one, One, words } = names;
  const documents = {
    flow: {
      $schema: '../../engine/document/flow.schema.json',
      title: { NEW: title, EDIT: `Edit ${words}` },
      presentation: 'modal',
      drafts: 'server',
      entity: words,
      namedBy: '/details/name',
      ends: { NEW: { message: '{name} is added.' }, EDIT: { message: '{name} is saved.' } },
      stepper: [{ screen: 'details' }],
      sends: {
        [`add${One}`]: {
          body: { '/name': '/details/name', '/notes': { from: '/details/notes', emptied: '' } },
        },
        [`save${One}`]: `add${One}`,
      },
      needs: { details: ['/name', '/notes'] },
    },
    details: {
      $schema: DOCUMENT,
      title: sentence(words),
      schema: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name', notBlank: true, maxLength: 100 },
          notes: { type: 'string', title: 'Notes', maxLength: 1000 },
        },
      },
      ui: {
        'ui:order': ['name', 'notes', '*'],
        name: { 'ui:autofocus': true },
        notes: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
      },
      messages: { '/name': { required: 'Required' } },
      help: { '/name': 'At most 100 characters.' },
      submit: 'Save',
      failed: `Error saving ${words}`,
      examples: { valid: [{ name: 'First' }, { name: 'Second', notes: 'With notes.' }], invalid: [{}, { name: ' ' }] },
    },
  };
  return {
    ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [`schemas/${id}/${name}.json`, json(text)])),
    [`machines/${id}/flow.ts`]: `import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/${id}/flow.json';

export default entityFlow({
  id: '${id}',
  manifest,
  calls: { read: 'read${One}', add: 'add${One}', save: 'save${One}' },
  saved: '${one}',
  words: { name: '/details/name' },
});
`,
    [`machines/${id}/flow.test.ts`]: machineTest(names),
  };
}

function machineTest({ one, One, words }: EntityNames): string {
  return `import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const answers = { name: 'First', notes: 'With notes.' };

it('adds ${withArticle(words)}', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('add${One}').input).toEqual({ key: \`\${instance}-add${One}-0\`, body: answers });
  await stage.call('add${One}').done({ ${one}: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, words: { name: 'First' } });
});

it('changes ${withArticle(words)} from what is stored', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('read${One}').done({ ...answers, id: 4, revision: 2, createdAt: '', updatedAt: '' });
  expect(stage.view().data).toEqual(answers);
  stage.submit({ ...answers, notes: '' });
  expect(stage.call('save${One}').input).toMatchObject({ params: { id: '4' }, revision: 2, body: { name: 'First', notes: '' } });
});

it('returns to the form with what the server refused', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('add${One}').refuse('invalid_input', { fields: { '/name': 'Use another name' } });
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: answers,
    refusal: { fields: { '/name': 'Use another name' } },
  });
});
`;
}
