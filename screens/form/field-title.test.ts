import { describe, expect, it } from 'vitest';
import { screenOf } from '#engine/compile/library.ts';
import { titleAt } from './field-title.ts';

const screen = screenOf('test', 'titles', {
  title: 'Titles',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      place: { type: 'object', title: 'Place', properties: { city: { type: 'string', title: 'City' } } },
      values: { type: 'object', properties: { folder: { type: 'string', title: 'Folder' } } },
      headers: {
        type: 'array',
        title: 'Headers',
        items: { type: 'object', properties: { key: { type: 'string', title: 'Key' } } },
      },
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
});

describe('what a person calls a field', () => {
  it.each([
    ['/name', 'Name'],
    ['/place/city', 'Place, City'],
    ['/values/folder', 'Folder'],
    ['/headers/1/key', 'Key in row 2 of Headers'],
    ['/headers/1', 'Row 2 of Headers'],
    ['/tags/0', 'Row 1 of tags'],
    ['/unknown', 'unknown'],
  ])('%s is %s', (pointer, name) => {
    expect(titleAt(screen, pointer)).toBe(name);
  });
});
