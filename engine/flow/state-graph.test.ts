import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import organization from '#machines/organization/flow.ts';
import { stateGraph } from './state-graph.ts';

const machine = createMachine({
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isEdit', target: 'reading' }, { target: 'editing' }] },
    reading: {
      meta: { screen: 'loading', busy: true },
      invoke: { id: 'read', src: 'readThing', onDone: 'editing', onError: 'closed' },
      after: { 5000: 'closed' },
    },
    editing: {
      initial: 'first',
      on: { closed: 'closed', noted: {} },
      states: {
        first: { meta: { screen: 'first' }, on: { 'step.submitted': 'second' } },
        second: { meta: { screen: 'second' }, on: { back: 'first' } },
        third: { meta: { screen: 'third' }, on: { closed: 'first' } },
      },
    },
    closed: { type: 'final' },
  },
});

describe('the graph of a machine', () => {
  const { states, transitions } = stateGraph(machine);
  const from = (path: string) =>
    transitions.filter((each) => each.from === path).map(({ to, event, group }) => ({ to, event, group }));

  it('has every state in which the machine may rest, with its screen and its effects', () => {
    expect(states).toEqual([
      { path: 'opening', within: '', kind: 'passing', screen: undefined, effects: [] },
      { path: 'reading', within: '', kind: 'effect', screen: 'loading', effects: ['readThing'] },
      { path: 'editing.first', within: 'editing', kind: 'step', screen: 'first', effects: [] },
      { path: 'editing.second', within: 'editing', kind: 'step', screen: 'second', effects: [] },
      { path: 'editing.third', within: 'editing', kind: 'step', screen: 'third', effects: [] },
      { path: 'closed', within: '', kind: 'end', screen: undefined, effects: [] },
    ]);
  });

  it('leads into a group of states to the first of them, and tells the outcomes of an effect apart', () => {
    expect(from('reading')).toEqual([
      { to: 'editing.first', event: { kind: 'done', effect: 'readThing' }, group: undefined },
      { to: 'closed', event: { kind: 'refused', effect: 'readThing' }, group: undefined },
      { to: 'closed', event: { kind: 'after', milliseconds: 5000 }, group: undefined },
    ]);
    expect(transitions.find(({ from: path }) => path === 'opening')).toMatchObject({
      to: 'reading',
      event: { kind: 'always' },
      condition: { name: 'isEdit' },
    });
  });

  it('has what a group of states does for each of them, and no event that changes no state', () => {
    expect(from('editing.second')).toEqual([
      { to: 'editing.first', event: { kind: 'event', type: 'back' }, group: undefined },
      { to: 'closed', event: { kind: 'event', type: 'closed' }, group: 'editing' },
    ]);
    // Its own way out comes before that of the group.
    expect(from('editing.third')).toEqual([
      { to: 'editing.first', event: { kind: 'event', type: 'closed' }, group: undefined },
    ]);
  });

  it('names the condition of a refusal by its step, and none for what only says which step it is', () => {
    const graph = stateGraph(organization.machine);
    const conditions = graph.transitions
      .filter(({ from: path, event }) => path === 'adding' && event.kind === 'refused')
      .map(({ to, condition }) => [to, condition?.name]);
    expect(conditions).toEqual([
      ['editing.details', 'refusedAt details'],
      ['editing.locations', 'refusedAt locations'],
      ['editing.confirm', undefined],
    ]);
    const next = graph.transitions.find(
      ({ from: path, event }) =>
        path === 'editing.details' && event.kind === 'event' && event.type === 'step.submitted',
    );
    expect(next).toMatchObject({ to: 'editing.locations', condition: undefined });
  });
});
