import { describe, expect, it } from 'vitest';
import { kindOfBound } from './each-once.ts';

describe('the kind of a bound', () => {
  it('ignores the field and the number of a rule', () => {
    expect(kindOfBound('/name maxLength 50 outside')).toBe(kindOfBound('/description maxLength 1000 outside'));
    expect(kindOfBound('/name maxLength 50 outside')).not.toBe(kindOfBound('/name maxLength 50 inside'));
    expect(kindOfBound('/name maxLength 50 outside')).not.toBe(kindOfBound('/name minLength 50 outside'));
  });

  it('tells the fields of rows from those of the form', () => {
    expect(kindOfBound('/locations/*/name required outside')).not.toBe(kindOfBound('/name required outside'));
  });

  it('tells choices of different fields apart and ignores the option', () => {
    expect(kindOfBound('/severity choice MAJOR inside')).toBe(kindOfBound('/severity choice MINOR inside'));
    expect(kindOfBound('/severity choice MAJOR inside')).not.toBe(kindOfBound('/priority choice HIGH inside'));
  });

  it('keeps every condition', () => {
    expect(kindOfBound('condition /allOf/0 holds')).toBe('condition /allOf/0 holds');
  });
});
