import { expect, it } from 'vitest';
import { documentsOf, loadFlow } from '../load.ts';
import { rewordedCase } from './reworded.ts';

it('gives a state the new words of its own screen, and of other screens their names in the stepper', async () => {
  const { flow, screens } = await loadFlow('organization');
  const before = documentsOf(screens);
  const locations = { ...before['locations'], title: 'Sites' } as NonNullable<(typeof before)[string]>;
  const known = {
    states: {
      'editing.details': { heading: 'Locations', says: ['Locations'], offers: ['Locations'] },
      'editing.locations': { heading: ['Locations', 'Other'], offers: ['Locations', 'Next'] },
      'editing.confirm': { heading: 'Confirm', says: ['Locations'] },
    },
  };
  expect(rewordedCase({ machine: flow.machine, known }, before, { ...before, locations }).states).toEqual({
    'editing.details': { heading: 'Locations', says: ['Sites'], offers: ['Locations'] },
    'editing.locations': { heading: ['Sites', 'Other'], offers: ['Locations', 'Next'] },
    'editing.confirm': { heading: 'Confirm', says: ['Sites'] },
  });
});

it('rewords a heading but not the button with the same words, and replaces a quoted part of a changed text', async () => {
  const { flow, screens } = await loadFlow('reboot');
  const before = documentsOf(screens);
  const task = before['task'];
  const title = String(task?.title);
  const known = {
    states: { 'editing.task': { heading: title, says: ['first words', 'last words'], offers: [title] } },
  };
  const as = (more: object) => ({ ...before, task: { ...task, description: 'The first words', ...more } as never });
  const states = (more: object) =>
    rewordedCase({ machine: flow.machine, known }, as({ text: 'The last words' }), as(more)).states;
  // Only the heading changes: the button keeps its words, and a text that is gone stays expected.
  expect(states({ title: 'Another', description: 'Others' })).toEqual({
    'editing.task': { heading: 'Another', says: ['Others', 'last words'], offers: [title] },
  });
});

it('expects the parts between the placeholders of a reworded text, in states and in refusals', async () => {
  const { flow, screens } = await loadFlow('webhook');
  const before = documentsOf(screens);
  const added = before['added'];
  const text = String(added?.text);
  const known = {
    told: { 'addWebhook limit': 'Cairn signs every request' },
    states: { added: { heading: 'Webhook added', says: ['Cairn signs every request'] } },
  };
  const after = { ...before, added: { ...added, text: `${text} Twice, {name}!` } as NonNullable<typeof added> };
  const reworded = rewordedCase({ machine: flow.machine, known }, before, after);
  const [, first = ''] = text.split('{name}');
  expect(reworded.states?.['added']?.says).toEqual([`${first.trim()} Twice,`, '!']);
  expect(reworded.told).toEqual({ 'addWebhook limit': `${first.trim()} Twice,` });
});
