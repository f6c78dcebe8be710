import { describe, expect, it } from 'vitest';
import { stepsAfter, stepsBefore, stepsFor, type FlowStep } from './steps.ts';

const steps: FlowStep[] = [
  { screen: 'setup' },
  { screen: 'outbound', when: { '/setup/type': ['EMAIL'], '/setup/option': ['SEND', 'BOTH'] } },
  { screen: 'inbound', when: { '/setup/type': ['EMAIL'], '/setup/option': ['RECEIVE', 'BOTH'] } },
  { screen: 'request', when: { '/setup/type': ['HTTP'] } },
  { screen: 'confirm' },
];

describe('the steps that a manifest names', () => {
  it('are those whose answers have a value that they ask for', () => {
    expect(stepsFor(steps, {})).toEqual(['setup', 'confirm']);
    expect(stepsFor(steps, { setup: { type: 'HTTP' } })).toEqual(['setup', 'request', 'confirm']);
    expect(stepsFor(steps, { setup: { type: 'EMAIL', option: 'BOTH' } })).toEqual([
      'setup',
      'outbound',
      'inbound',
      'confirm',
    ]);
    expect(stepsFor(steps, { setup: { type: 'EMAIL', option: 'RECEIVE' } })).toEqual(['setup', 'inbound', 'confirm']);
  });

  it('follow and precede each other where no condition rules it out', () => {
    expect(stepsAfter(steps, 'setup')).toEqual(['outbound', 'inbound', 'request', 'confirm']);
    expect(stepsAfter(steps, 'outbound')).toEqual(['inbound', 'confirm']);
    expect(stepsAfter(steps, 'request')).toEqual(['confirm']);
    expect(stepsBefore(steps, 'confirm')).toEqual(['request', 'inbound', 'outbound', 'setup']);
    expect(stepsBefore(steps, 'inbound')).toEqual(['outbound', 'setup']);
    expect(stepsBefore(steps, 'setup')).toEqual([]);
  });

  it('are named when one is asked for that is none', () => {
    expect(() => stepsAfter(steps, 'nowhere')).toThrow('there is no step "nowhere"; there are setup, outbound');
  });
});
