import { describe, expect, it } from 'vitest';
import { choicesIn } from './added-rows.ts';
import type { Answers } from './flow.ts';
import { buildRequest } from './mapping.ts';
import { pointerInRequest, pointerInScreen } from './mapped-pointers.ts';
import { readAnswers } from './read-answers.ts';
import type { Sending } from './sends.ts';

const names = (...values: string[]) => ({ type: 'string', oneOf: values.map((value) => ({ const: value })) });
const rights = {
  schema: {
    type: 'object',
    properties: {
      everywhere: { type: 'array', items: names('read', 'write') },
      forOne: {
        type: 'array',
        items: { type: 'object', properties: { right: names('read'), place: { type: 'integer' } } },
      },
      others: { type: 'array' },
    },
  },
};
const manifest: Sending = {
  stepper: [{ screen: 'person' }, { screen: 'rights', when: { '/person/admin': [false, null] } }],
  choices: choicesIn({ rights }),
  sends: {
    addPerson: {
      body: {
        '/admin': '/person/admin',
        '/grants': [
          { from: '/rights/everywhere', item: '/name', fixed: { '/place': null }, adds: true },
          { from: '/rights/forOne', rows: { '/name': '/right', '/place': '/place' }, adds: true },
          { from: '/rights/others', adds: true },
          { from: '/person/admin', values: { true: [] } },
        ],
      },
      fixed: { '/kind': 'PERSON' },
    },
  },
};
const answers = {
  person: { admin: false },
  rights: {
    everywhere: ['read', 'write'],
    forOne: [{ right: 'read', place: 5 }],
    others: [{ name: 'write', place: 5 }, { name: 'fly' }],
  },
};
const grants = [
  { name: 'read', place: null },
  { name: 'write', place: null },
  { name: 'read', place: 5 },
  { name: 'write', place: 5 },
  { name: 'fly' },
];
const request = (given: Record<string, Answers>) =>
  buildRequest(manifest, 'addPerson', { mode: 'NEW', answers: given });

it('sends one list of several answers, and what every request has', () => {
  expect(request(answers)).toEqual({ admin: false, grants, kind: 'PERSON' });
});

it('sends the list as empty when its step is not there', () => {
  expect(request({ ...answers, person: { admin: true } })).toEqual({ admin: true, grants: [], kind: 'PERSON' });
});

it('asks the step that a missing answer lets stand', () => {
  expect(request({ ...answers, person: {} })['grants']).toEqual(grants);
});

it('gives each stored row to the first answer that can have sent it', () => {
  expect(readAnswers(manifest, 'addPerson', { admin: false, grants })).toEqual(answers);
  expect(readAnswers(manifest, 'addPerson', { grants: [] })['rights']).toEqual({
    everywhere: [],
    forOne: [],
    others: [],
  });
  expect(readAnswers(manifest, 'addPerson', {})).toEqual({});
});

describe('the pointers of one list of several answers', () => {
  it.each([
    ['/grants/0/name', '/rights/everywhere/0'],
    ['/grants/1', '/rights/everywhere/1'],
    ['/grants/2/place', '/rights/forOne/0/place'],
    ['/grants/4/name', '/rights/others/1/name'],
  ])('are %s and %s', (inRequest, inScreen) => {
    expect(pointerInScreen(manifest, 'addPerson', inRequest, answers)).toBe(inScreen);
  });

  it.each([
    ['/rights/everywhere/1', '/grants/1/name'],
    ['/rights/forOne/0/right', '/grants/2/name'],
    ['/rights/others/1/name', '/grants/4/name'],
  ])('are %s and %s', (inScreen, inRequest) => {
    expect(pointerInRequest(manifest, 'addPerson', inScreen, answers)).toBe(inRequest);
  });

  it('leave a row alone that no answer sent', () => {
    expect(pointerInScreen(manifest, 'addPerson', '/grants/9/name', answers)).toBeUndefined();
  });
});
