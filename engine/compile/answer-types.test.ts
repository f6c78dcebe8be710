import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../scripts/format.ts';
import type { ScreenDocument } from '../document/document.ts';
import { answerTypes } from './answer-types.ts';
import { loadScreens, screenOf, type ScreenLibrary } from './library.ts';

it('is what schemas/answers.gen.d.ts holds (else: npm run generate:answers)', async () => {
  const filepath = 'schemas/answers.gen.d.ts';
  const text = await formatted(filepath, answerTypes(loadScreens('schemas')));
  expect(readFileSync(filepath, 'utf8')).toBe(text);
});

describe('the type of an answer', () => {
  it.each([
    ['a text', { type: 'string', maxLength: 3 }, 'string'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['one of named values', { type: 'string', oneOf: [{ const: 'A', title: 'An A' }, { const: 'B' }] }, '"A" | "B"'],
    ['one of values', { enum: [1, null] }, '1 | null'],
    [
      'a list of rows',
      { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } },
      'readonly ({ "a"?: boolean })[]',
    ],
    ['a value of several types', { type: ['string', 'null'] }, 'string | null'],
    ['a value of any type', {}, 'unknown'],
  ])('%s', (_, field, type) => {
    expect(typesOf({ type: 'object', properties: { field } })).toContain(`{ "field"?: ${type} }`);
  });

  it('is the one of the field, whatever a condition says of it', () => {
    const types = typesOf({
      type: 'object',
      properties: { kind: { type: 'string' } },
      allOf: [
        {
          if: { properties: { kind: { const: 'a' } } },
          then: { properties: { more: { type: 'number' }, kind: { minLength: 1 } } },
        },
      ],
    });
    expect(types).toContain('{ "kind"?: string; "more"?: number }');
  });

  it('is absent for a screen without a form', () => expect(typesOf(undefined)).not.toContain('flow/screen'));
});

function typesOf(schema: unknown): string {
  const screen = screenOf('flow', 'screen', {
    title: 'T',
    ...(schema === undefined ? {} : { schema }),
  } as ScreenDocument);
  return answerTypes({
    flows: () => ['flow'],
    screens: () => ['screen'],
    get: () => screen,
  } as unknown as ScreenLibrary);
}
