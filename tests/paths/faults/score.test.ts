import { expect, it } from 'vitest';
import type { LoadedFlow } from '../load.ts';
import type { Area, Fault } from './fault.ts';
import { reachesGoals, scoreOf, scoreWords } from './score.ts';

const fault = (area: Area, change: string): Fault => ({
  area,
  kind: 'any',
  file: area === 'screen' ? 'schemas/webhook/details.json' : 'machines/webhook',
  change,
  flows: ['webhook'],
  plant: (loaded: LoadedFlow) => loaded,
});
const equivalent = fault('machine', 'drop action countAttempt of saving xstate.done.actor.save[0]');
const machines = [fault('machine', 'a'), fault('shared', 'b'), fault('machine', 'c'), equivalent];
const screens = Array.from({ length: 20 }, (_, index) => fault('screen', `s${index}`));
const told = (one: Fault, by: 'approved' | 'laws') =>
  [`${one.file}: ${one.change}`, { key: `${one.file}: ${one.change}`, [by]: 'words' }] as const;

it('counts what either the approved file or a law notices, and leaves out what changes nothing', () => {
  const noticed = new Map([
    ...machines.slice(0, 2).map((one, index) => told(one, index === 0 ? 'approved' : 'laws')),
    ...screens.slice(1).map((one) => told(one, 'laws')),
  ]);
  const score = scoreOf([...machines, ...screens], noticed);
  expect(score).toEqual({
    machines: { killed: 2, total: 4, equivalent: 1 },
    screens: { killed: 19, total: 20, equivalent: 0 },
    survivors: [
      { file: 'machines/webhook', change: 'c', flows: ['webhook'] },
      { file: 'schemas/webhook/details.json', change: 's0', flows: ['webhook'] },
    ],
  });
  expect(scoreWords(score)).toEqual([
    'machines 2 of 3 killed (goal 100 %), 1 equivalent',
    'screens  19 of 20 killed (goal 95 %), 0 equivalent',
    'survives: machines/webhook: c. Add an assertion to tests/paths/webhook/<state>.json.',
    'survives: schemas/webhook/details.json: s0. Add an assertion to tests/paths/webhook/<state>.json.',
  ]);
});

it('reaches its goals with every machine mutant and 95 % of the others', () => {
  const all = new Map(machines.slice(0, 3).map((one) => told(one, 'laws')));
  const some = (count: number) => new Map([...all, ...screens.slice(0, count).map((one) => told(one, 'laws'))]);
  const faults = [...machines, ...screens];
  expect(reachesGoals(scoreOf(faults, some(19)))).toBe(true);
  expect(reachesGoals(scoreOf(faults, some(18)))).toBe(false);
  expect(reachesGoals(scoreOf(faults, new Map([...some(20)].slice(1))))).toBe(false);
});
