import { expect, it } from 'vitest';
import { widgetNames as drawn } from '#screens/form/widgets.ts';
import { widgetNames } from './widgets.ts';

it('a document may name each widget that a screen can draw, and no other', () => {
  // A hidden field is not drawn at all.
  expect([...widgetNames].filter((name) => name !== 'hidden').sort()).toEqual([...drawn].sort());
});
