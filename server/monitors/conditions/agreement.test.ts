import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadScreens } from '#engine/compile/library.ts';
import { conditionSentences } from './describe.ts';
import { conditions, isConditionName, monitorTypes } from '../types/registry.ts';

const screens = loadScreens(fileURLToPath(new URL('../../../schemas', import.meta.url)));
const settings = screens.get('cloud-monitor-condition', 'settings');
const common = new Set(['monitorType', 'type']);
const examples = (settings.document.examples?.valid ?? []) as Record<string, unknown>[];
const exampleOf = (type: string) => examples.find((example) => example['type'] === type) ?? {};
const describeCondition = conditionSentences(screens);

describe('a type of condition', () => {
  it('is asked by the form where the evaluator knows it, and nowhere else (F08-63 … F08-67)', () => {
    const offered = examples.map(({ type, monitorType }) => `${String(monitorType)} ${String(type)}`);
    const known = Object.entries(monitorTypes).flatMap(([monitorType, { conditions: own }]) =>
      Object.keys(own).map((type) => `${monitorType} ${type}`),
    );
    expect(offered.toSorted()).toEqual(known.toSorted());
    expect(known).toHaveLength(20);
  });

  it.each(Object.keys(conditions))('%s has the parameters of its evaluator in the form (F08-54, F08-62)', (type) => {
    const parameters: readonly string[] = isConditionName(type) ? conditions[type].parameters : [];
    const example = exampleOf(type);
    const asked = Object.keys(example).filter((name) => !common.has(name));
    expect(asked.toSorted()).toEqual([...parameters].toSorted());
    for (const name of parameters) {
      const { [name]: _, ...without } = example;
      expect(settings.validate(without), `without ${name}`).toMatchObject([
        { pointer: `/${name}`, keyword: 'required' },
      ]);
    }
  });

  it.each(Object.keys(conditions))('%s is told in a sentence with each of its parameters (F08-31)', (type) => {
    const example = exampleOf(type);
    const said = describeCondition({ ...example, resetThreshold: 10 });
    expect(said).toMatch(/^[A-Z].*\. Resets after 10 minutes without a failure\.$/);
    expect(said).not.toContain('…');
    expect(describeCondition({ type, resetThreshold: 10 })).toContain('…');
  });

  it('fits its type of monitor alone', () => {
    const wrong = settings.validate({ ...exampleOf('HttpCode'), monitorType: 'PING' });
    expect(wrong).toEqual([
      { pointer: '/type', keyword: 'enum', message: 'This condition does not fit the type of the monitor' },
    ]);
  });

  it.each([
    ['WhoisExpiration', 'daysUntilWhoisExpiration'],
    ['EmailSSL', 'days'],
    ['SSLCertificateExpiration', 'daysUntilSSLCertificateExpiration'],
  ])('%s takes from 1 to 365 days (F08-79)', (type, name) => {
    const of = (value: number) =>
      settings.validate({ ...exampleOf(type), [name]: value }).map(({ message }) => message);
    expect([of(1), of(365)]).toEqual([[], []]);
    expect([of(0), of(366)]).toEqual([['Must be between 1 and 365'], ['Must be between 1 and 365']]);
  });
});
