import { describe, expect, it } from 'vitest';
import { sentence } from './sentence.ts';

const template = {
  by: 'type',
  of: {
    Failed: 'It fails {runCount|once|# times in a row}. Resets after {minutes|# minute|# minutes}.',
    Named: '{name} is {name}.',
  },
};

describe('sentence', () => {
  it('chooses the template by a field and puts numbers into words', () => {
    expect(sentence(template, { type: 'Failed', runCount: 3, minutes: 10 })).toBe(
      'It fails 3 times in a row. Resets after 10 minutes.',
    );
    expect(sentence(template, { type: 'Failed', runCount: 1, minutes: 1 })).toBe(
      'It fails once. Resets after 1 minute.',
    );
  });

  it('puts values in as they are, and a value that looks like a template stays what it is', () => {
    expect(sentence(template, { type: 'Named', name: '{minutes} $&' })).toBe('{minutes} $& is {minutes} $&.');
    expect(sentence('Only {name}', { name: 'one' })).toBe('Only one');
  });

  it('words values as it is told to, and numbers in a plural never', () => {
    expect(sentence(template, { type: 'Named', name: 7 }, (name, value) => `${name}:${value}`)).toBe(
      'name:7 is name:7.',
    );
    expect(sentence('{n|one|# many}', { n: 2 }, () => 'two')).toBe('2 many');
  });

  it('shows what is missing as such, and nothing for an item of another kind', () => {
    expect(sentence(template, { type: 'Failed', runCount: 3 })).toBe(
      'It fails 3 times in a row. Resets after … minutes.',
    );
    expect(sentence(template, { type: 'Named', name: '' })).toBe('… is ….');
    expect(sentence(template, { type: 'Other' })).toBe('');
    expect(sentence(template, { type: 'constructor' })).toBe('');
    expect(sentence(template, {})).toBe('');
  });
});
