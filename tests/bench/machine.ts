// machine.transition: one event through an actor of the cloud-monitor machine (a change, a step forward, a step back).
import { createActor } from 'xstate';
import flow from '#machines/cloud-monitor/flow.ts';
import type { FlowInput } from '#engine/flow/flow.ts';
import { percentile, rounded, type Bench } from './bench.ts';

const rounds = 4000;
const answers = {
  enabled: true,
  clientId: 1,
  locationId: 1,
  monitorType: 'HTTP',
  monitorName: 'Shop',
  frequency: 60,
  timeout: 10,
  httpHostname: 'https://example.com',
  methodType: 'GET',
};

export const bench: Bench = {
  names: ['machine.transition'],
  async run() {
    const input: FlowInput = {
      instance: '00000000-0000-4000-8000-000000000000',
      mode: 'NEW',
      now: '2026-01-01T00:00:00.000Z',
    };
    const actor = createActor(flow.machine, { input });
    actor.start();
    const events = [
      { type: 'step.changed', screen: 'setup', data: answers },
      { type: 'step.submitted', screen: 'setup', data: answers },
      { type: 'back' },
    ];
    const samples: number[] = [];
    const states = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      for (const event of events) {
        const begun = performance.now();
        actor.send(event);
        samples.push(performance.now() - begun);
        states.add(JSON.stringify(actor.getSnapshot().value));
      }
    }
    actor.stop();
    // Fail if the machine ignored the events: the figure would be fast and meaningless.
    if (states.size < 2) throw new Error(`the machine stayed in ${[...states].join()}`);
    const value = rounded(percentile(samples.slice(500), 0.5), 4);
    return [{ name: 'machine.transition', value, unit: 'ms', goal: '<= 0.1 ms', holds: value <= 0.1 }];
  },
};
