import { expect, it } from 'vitest';
import type { Graph, GraphEdge } from './explore.ts';
import { fewestSteps } from './fewest-steps.ts';
import type { Move } from './move.ts';

const refuse = (refusal: string): Move => ({ kind: 'refuse', effect: 'save', refusal });
const submit: Move = { kind: 'event', type: 'submitted' };

function edge(from: number, to: number, transition: string, ...moves: Move[]): GraphEdge {
  return { from, to, transitions: [transition], moves: moves.map((move) => ({ move, guards: [] })) };
}

/** A form in two classes of context (0 and 1), the saving of each (2 and 3), and the end (4). */
const graph = {
  nodes: ['form', 'form', 'saving', 'saving', 'saved'].map((state) => ({ state })),
  roots: [{ node: 0, transitions: ['begin'], guards: [] }],
  edges: [
    edge(0, 2, 'submit', submit),
    edge(1, 3, 'submit', submit),
    edge(2, 1, 'fail', refuse('offline'), refuse('name_in_use')),
    edge(3, 1, 'fail', refuse('offline'), refuse('name_in_use')),
    edge(3, 4, 'finish', { kind: 'done', effect: 'save', reply: '' }),
  ],
} as unknown as Graph;

it('counts the ways there and back that no path can spare', () => {
  expect(fewestSteps(graph, ['transition submit'])).toBe(1);
  expect(fewestSteps(graph, ['transition fail'])).toBe(2);
  expect(fewestSteps(graph, ['transition fail', 'transition finish'])).toBe(4);
});

it('counts a step for each outcome that nothing else shows', () => {
  const outcomes = ['outcome save offline', 'outcome save name_in_use', 'outcome save done'];
  expect(fewestSteps(graph, ['transition fail', ...outcomes])).toBe(6);
});

it('counts nothing for what opening the flow shows', () => {
  expect(fewestSteps(graph, ['transition begin'])).toBe(0);
});

it('asks a pair once, from whichever class of context', () => {
  expect(fewestSteps(graph, ['pair 0 2', 'pair 1 3'])).toBe(2);
  expect(fewestSteps(graph, ['pair 0 2', 'pair 2 1', 'pair 1 3', 'pair 1 4'])).toBe(4);
});
