import { describe, expect, it } from 'vitest';
import { buildRequest } from '../flow/mapping.ts';
import { pointerInRequest, pointerInScreen } from '../flow/mapped-pointers.ts';
import { readAnswers } from '../flow/read-answers.ts';
import type { Sending } from '../flow/sends.ts';
import { checkCustomFields } from './check-document.ts';
import { customFieldsOf, withCustomFields } from './custom-fields.ts';
import type { ScreenDocument } from './document.ts';
import { sendsProblems } from './sends-problems.ts';

const documentOf = (properties: object) => ({ title: 'A', schema: { type: 'object', properties } }) as ScreenDocument;
const details = { name: { type: 'string' }, costCentre: { type: 'string' }, tags: { type: 'array', items: {} } };
const screens = {
  details: documentOf(details),
  places: documentOf({ places: { type: 'array', items: { properties: { name: { type: 'string' } } } } }),
  added: documentOf({ stranger: { type: 'string' } }),
};
const body = { '/name': '/details/name', '/places': { from: '/places/places', rows: { '/name': '/name' } } };
const manifest: Sending & { unsent: string[] } = {
  stepper: [{ screen: 'details' }, { screen: 'places' }],
  sends: {
    addThing: { custom: '/custom', body },
    saveThing: 'addThing',
  },
  unsent: ['/added/stranger'],
};

describe('customFieldsOf', () => {
  it('finds the fields of steps that no rule sends', () => {
    expect(customFieldsOf(manifest, screens)).toEqual([
      { screen: 'details', name: 'costCentre', answer: '/details/costCentre' },
      { screen: 'details', name: 'tags', answer: '/details/tags' },
    ]);
  });
  it('finds none on a screen that is no step, and the build refuses the field there', () => {
    const message = documentOf({ odd: { type: 'string' } });
    expect(customFieldsOf(manifest, { ...screens, message })).toHaveLength(2);
    expect(sendsProblems(manifest, { ...screens, message })).toHaveLength(1);
  });
  it('finds none that a part of the screen asks: a module of the flow sends it', () => {
    const inParts = { ...screens, details: { ...screens.details, partFields: ['tags'] } };
    expect(customFieldsOf(manifest, inParts).map(({ name }) => name)).toEqual(['costCentre']);
  });
  it('finds none that "unsent" lists, and none in a manifest that keeps none', () => {
    const unsent = [...manifest.unsent, '/details/costCentre', '/details/tags'];
    expect(customFieldsOf({ ...manifest, unsent }, screens)).toEqual([]);
    expect(customFieldsOf({ ...manifest, sends: { addThing: { body } } }, screens)).toEqual([]);
  });
});

describe('a manifest with custom fields', () => {
  const whole = withCustomFields(manifest, screens);
  const answers = { details: { name: 'A', costCentre: '4711', tags: ['x'] }, places: { places: [] } };

  it('sends them by name at the declared pointer', () => {
    expect(buildRequest(whole, 'addThing', { mode: 'NEW', answers })).toEqual({
      name: 'A',
      places: [],
      custom: { costCentre: '4711', tags: ['x'] },
    });
  });
  it('leaves an empty one out in NEW, and sends null in EDIT, so that the stored value goes', () => {
    const emptied = { ...answers, details: { name: 'A', costCentre: '', tags: ['x'] } };
    expect(buildRequest(whole, 'addThing', { mode: 'NEW', answers: emptied })['custom']).toEqual({ tags: ['x'] });
    expect(buildRequest(whole, 'saveThing', { mode: 'EDIT', answers: emptied })['custom']).toEqual({
      costCentre: null,
      tags: ['x'],
    });
  });
  it('reads them back at the screen that asks, and no other key of the stored object', () => {
    const stored = { name: 'A', places: [], custom: { costCentre: '4711', tags: ['x'], gone: 'Old' } };
    expect(readAnswers(whole, 'saveThing', stored)).toEqual(answers);
  });
  it('maps the pointer of a refusal both ways', () => {
    expect(pointerInScreen(whole, 'addThing', '/custom/costCentre')).toBe('/details/costCentre');
    expect(pointerInScreen(whole, 'addThing', '/custom/tags/0')).toBe('/details/tags/0');
    expect(pointerInRequest(whole, 'saveThing', '/details/costCentre')).toBe('/custom/costCentre');
  });
});

describe('the build', () => {
  const problemsOf = (properties: object, sending: Sending = manifest) => {
    const document = documentOf({ ...details, ...properties });
    const text = JSON.stringify(document, undefined, 2);
    return checkCustomFields('details', text, { manifest: sending, screens: { ...screens, details: document } }).map(
      ({ line, message }) => `${text.split('\n')[line - 1]?.trim()} ${message}`,
    );
  };

  it('lets custom fields be asked, but not those of a row that has rules', () => {
    expect(sendsProblems(manifest, screens)).toEqual([]);
    const row = { properties: { name: {}, floor: { type: 'string' } } };
    const places = documentOf({ places: { type: 'array', items: row } });
    expect(sendsProblems(manifest, { ...screens, places }).map(({ message }) => message)).toEqual([
      '"/places/places/*/floor" is asked and never sent; send it or list it in "unsent"',
    ]);
  });
  it('refuses a secret as a custom field, with the line of its mark', () => {
    expect(problemsOf({ pin: { type: 'string', writeOnly: true } })).toEqual([
      expect.stringMatching(/^"writeOnly": true "pin": a secret cannot be a custom field/),
    ]);
    expect(problemsOf({ pins: { type: 'array', items: { type: 'string', writeOnly: true } } })).toHaveLength(1);
  });
  it.each([
    ['an object', { address: { type: 'object' } }],
    ['a table', { rows: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } } }],
    ['a list of lists', { rows: { type: 'array', items: { type: 'array' } } }],
  ])('refuses %s as a custom field', (_, properties) => {
    expect(problemsOf(properties)).toEqual([expect.stringMatching(/a custom field holds a text, a number/)]);
  });
  it('refuses one name on two screens', () => {
    const places = documentOf({ costCentre: { type: 'string' } });
    const text = JSON.stringify(places);
    expect(
      checkCustomFields('places', text, { manifest, screens: { ...screens, places } }).map(({ message }) => message),
    ).toEqual(['"costCentre": the screen "details" asks for a custom field of this name already']);
    // The changed screen gets the error even when it is listed first.
    const listed = { details: screens['details'] as ScreenDocument, places };
    expect(
      checkCustomFields('details', JSON.stringify(listed.details), { manifest, screens: listed }).map(
        ({ message }) => message,
      ),
    ).toEqual(['"costCentre": the screen "places" asks for a custom field of this name already']);
  });
  it('accepts what can be kept', () => {
    expect(problemsOf({ vip: { type: 'boolean' }, level: { oneOf: [{ const: 'A', title: 'Gold' }] } })).toEqual([]);
  });
});
