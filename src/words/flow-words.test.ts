import { expect, it } from 'vitest';
import { flowWords, spokenManifest } from './flow-words.ts';

const policy = {
  title: { NEW: 'New policy', EDIT: 'Edit policy' },
  entity: 'policy',
  ends: {
    NEW: { message: '{name} is added.', offer: { label: 'Open it', to: '/policy/{id}' } },
    EDIT: { message: '{name} is saved.' },
  },
};

it('lists titles, ends and standard screens of flows, and the same English once', () => {
  const user = { title: { NEW: 'Add user', EDIT: 'Edit user' }, ends: { NEW: { message: '{name} is added.' } } };
  const words = [
    ...flowWords([
      ['policy', policy],
      ['user', user],
    ]),
  ];
  expect(Object.fromEntries(words)).toMatchObject({
    'flows.policy.title.NEW': 'New policy',
    'flows.policy.ends.NEW': '{name} is added.',
    'flows.policy.ends.NEW.offer': 'Open it',
    'flows.policy.loading.title': 'Loading the policy',
    'flows.policy.load-failed.actions.0.label': 'Try again',
    'flows.policy.saving.text': 'Saving {name}.',
    'flows.user.title.NEW': 'Add user',
  });
  expect(new Set(words.map(([, english]) => english)).size).toBe(words.length);
  expect(words.filter(([key]) => key.startsWith('flows.user.')).map(([, english]) => english)).toEqual([
    'Add user',
    'Edit user',
  ]);
});

it('puts what a language says into a manifest and leaves its routes', () => {
  const said = spokenManifest(policy, (english) => (english === 'Edit policy' ? 'Edytuj' : `«${english}»`));
  expect(said).toEqual({
    title: { NEW: '«New policy»', EDIT: 'Edytuj' },
    entity: 'policy',
    ends: {
      NEW: { message: '«{name} is added.»', offer: { label: '«Open it»', to: '/policy/{id}' } },
      EDIT: { message: '«{name} is saved.»' },
    },
  });
});
