import type { ScreenDocument } from '#engine/document/document.ts';
import type { Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';

export const STEPS = 100;
/** Of each step: switches, and fields that are asked while one of them is on. */
const SWITCHES = 5;
const CONDITIONAL = 35;

const switchOf = (index: number) => `switch${index % SWITCHES}`;

/** A step with 40 fields and 35 rules, all of which hold: the worst case. */
export function stepDocument(number: number): ScreenDocument {
  const switches = Array.from({ length: SWITCHES }, (_, index): [string, Schema] => [
    switchOf(index),
    { type: 'boolean', title: `Switch ${index}`, default: true },
  ]);
  const allOf = Array.from({ length: CONDITIONAL }, (_, index): Schema => {
    const asked = switchOf(index);
    const name = `text${index}`;
    return {
      if: { required: [asked], properties: { [asked]: { const: true } } },
      then: { required: [name], properties: { [name]: { type: 'string', title: `Text ${index}`, maxLength: 50 } } },
    };
  });
  return { title: `Step ${number}`, schema: { type: 'object', properties: Object.fromEntries(switches), allOf } };
}

/** What every step is answered with, so that the whole flow holds its answers. */
export const answers: Answers = {
  ...Object.fromEntries(Array.from({ length: SWITCHES }, (_, index) => [switchOf(index), true])),
  ...Object.fromEntries(Array.from({ length: CONDITIONAL }, (_, index) => [`text${index}`, 'Answered'])),
};
