import { describe, expect, it } from 'vitest';
import { generate } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { eachOnce, isOrdinary, kindOfBound, widgetAt } from './each-once.ts';

const ui = {
  path: { 'ui:widget': 'path' },
  locations: { 'ui:field': 'table', items: { country: { 'ui:widget': 'options' } } },
};
const widgetOf = (_screen: string, pointer: string) => widgetAt(ui, pointer);
const kind = (bound: string, screen = 'details') => kindOfBound(screen, bound, widgetOf);

describe('the kind of a bound', () => {
  it('ignores the screen, the field and the number of a rule', () => {
    expect(kind('/name maxLength 50 outside')).toBe(kind('/description maxLength 1000 outside', 'confirm'));
    expect(kind('/name maxLength 50 outside')).not.toBe(kind('/name maxLength 50 inside'));
    expect(kind('/name maxLength 50 outside')).not.toBe(kind('/name minLength 50 outside'));
  });

  it('tells fields with another widget apart', () => {
    expect(kind('/path maxLength 50 outside')).not.toBe(kind('/name maxLength 50 outside'));
  });

  it('tells the fields of rows from those of the form', () => {
    expect(kind('/locations/*/name required outside')).not.toBe(kind('/name required outside'));
    expect(widgetAt(ui, '/locations/*/country')).toBe('options');
  });

  it('tells choices of different fields apart and ignores the option', () => {
    expect(kind('/severity choice MAJOR inside')).toBe(kind('/severity choice MINOR inside'));
    expect(kind('/severity choice MAJOR inside')).not.toBe(kind('/priority choice HIGH inside'));
    expect(kind('/severity choice MAJOR inside')).not.toBe(kind('/severity choice MAJOR inside', 'confirm'));
  });

  it('keeps every condition of every screen', () => {
    expect(kind('condition /allOf/0 holds')).toBe('details condition /allOf/0 holds');
  });
});

describe('a value inside a bound', () => {
  it('is tried where a widget could cut it off or not offer it', () => {
    const inside = ['/name maxLength 50 inside', '/tags maxItems 20 inside', '/severity choice MAJOR inside'];
    expect([...inside, '/port wholeNumber to 65535 inside'].filter(isOrdinary)).toEqual([]);
    expect(['/name required inside', '/port wholeNumber from 1 inside'].every(isOrdinary)).toBe(true);
    expect(['/name required outside', 'condition /allOf/0 holds'].some(isOrdinary)).toBe(false);
  });
});

describe('a walk of the screens that a change touches', () => {
  const walkOf = async (touched?: string[]) => {
    const loaded = await loadFlow('organization');
    const generated = generate(loaded, new Set(['states', 'transitions', 'outcomes', 'boundaries']), 1);
    const open = () => Promise.reject(new Error('nothing is walked here'));
    return eachOnce(open, touched && new Set(touched))(loaded, generated);
  };
  const boundsOf = ({ paths }: Awaited<ReturnType<typeof walkOf>>) =>
    paths.flatMap(({ steps }) =>
      steps.flatMap(({ move }) => ('data' in move && move.data.startsWith('/') ? [move.screen] : [])),
    );

  it('ends every path at one of them, and tries the bounds of no other', async () => {
    const whole = await walkOf();
    const walk = await walkOf(['locations']);
    expect(new Set(boundsOf(walk))).toEqual(new Set(['locations']));
    expect(new Set(boundsOf(whole)).size).toBeGreaterThan(1);
    const comesThere = ({ steps }: (typeof walk.paths)[number]) =>
      steps.slice(-2).some(({ state }) => state.endsWith('locations'));
    expect(walk.paths.every(comesThere)).toBe(true);
    expect(walk.paths.length).toBeGreaterThan(2);
    expect(walk.paths.length).toBeLessThan(whole.paths.length);
  });

  it('asks them for each transition that begins there', async () => {
    const whole = await walkOf();
    const walk = await walkOf(['locations']);
    const fromThere = (one: typeof walk) =>
      new Set(
        one.paths
          .flatMap((path) => one.plan(path).shows)
          .filter((item) => item.startsWith('transition') && item.includes('locations')),
      );
    expect(fromThere(walk)).toEqual(fromThere(whole));
    expect(fromThere(walk).size).toBeGreaterThan(2);
  });
});
