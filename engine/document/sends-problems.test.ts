import { expect, it } from 'vitest';
import type { ScreenDocument } from './document.ts';
import { sendsProblems } from './sends-problems.ts';

const details = {
  title: 'Details',
  schema: { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string' } } },
} as ScreenDocument;
const problems = (manifest: object) => sendsProblems(manifest, { details }).map(({ message }) => message);
const body = { '/name': '/details/name', '/note': '/details/note' };

it('accepts a manifest that sends every field', () => {
  expect(problems({ sends: { addThing: { body }, saveThing: 'addThing' } })).toEqual([]);
});

it('refuses a field that is asked and never sent, unless the manifest lists it as unsent', () => {
  const sends = { addThing: { body: { '/name': '/details/name' } } };
  expect(problems({ sends })).toEqual(['"/details/note" is asked and never sent; send it or list it in "unsent"']);
  expect(problems({ sends, unsent: ['/details/note'] })).toEqual([]);
});

it('refuses an answer that no screen asks, and names the nearest', () => {
  const [message] = problems({ sends: { addThing: { body: { ...body, '/title': '/details/nmae' } } } });
  expect(message).toMatch(/"\/details\/nmae" is no answer.*\/details\/name/);
});

it('names the fields of rows that share another answer', () => {
  const rows = {
    title: 'Rows',
    schema: {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { id: {}, type: {} } } },
      },
    },
  } as unknown as ScreenDocument;
  const list = (more: object) => ({
    sends: { addThing: { body: { ...body, '/list': { from: '/rows/list', rows: { '/id': '/id' }, ...more } } } },
  });
  const found = (more: object) => sendsProblems(list(more), { details, rows }).map(({ message }) => message);
  expect(found({})).toEqual(['"/rows/list/*/type" is asked and never sent; send it or list it in "unsent"']);
  expect(found({ shares: { '/type': '/details/name' } })).toEqual([]);
  expect(found({ shares: { '/type': '/details/nmae' } })[0]).toMatch(/"\/details\/nmae" is no answer/);
});

it('refuses a call like one that is not there', () => {
  const sends = { addThing: { body }, testThing: { like: 'adThing', moved: { '': '/thing' } } };
  expect(problems({ sends })[0]).toMatch(/no body of its own.*addThing/);
});

it('refuses a call that stands for one without a body', () => {
  expect(problems({ sends: { addThing: { body }, saveThing: 'adThing' } })[0]).toMatch(/no body of its own.*addThing/);
});
