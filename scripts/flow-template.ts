/** A flow to begin with: what `npm run new:flow` was asked for. */
export interface NewFlow {
  /** `patch-policy`: folder, id, route and test name. */
  id: string;
  /** "Add a patch policy": what its heading says. */
  title: string;
}

/** Every file of a working flow of two steps that ends with a toast, by path from the project's root. */
export function flowFiles({ id, title }: NewFlow): Record<string, string> {
  const name = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return {
    [`schemas/${id}/flow.json`]: json({
      $schema: '../../engine/document/flow.schema.json',
      title: { NEW: title, EDIT: title },
      presentation: 'full-screen',
      drafts: 'server',
      namedBy: '/details/name',
      routes: { add: `/editor/${id}` },
      ends: { NEW: { message: '{name} is complete.' } },
      needs: { details: ['/name'] },
    }),
    [`schemas/${id}/details.json`]: json({
      $schema: '../../engine/document/screen.schema.json',
      title: 'Details',
      schema: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name', notBlank: true, maxLength: 50 },
          notes: { type: 'string', title: 'Notes', maxLength: 1000 },
        },
      },
      ui: {
        'ui:order': ['name', 'notes', '*'],
        name: { 'ui:autofocus': true },
        notes: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
      },
      messages: { '/name': { required: 'Required' } },
      help: { '/name': 'At most 50 characters.' },
      examples: { valid: [{ name: 'First' }, { name: 'Second', notes: 'With notes.' }], invalid: [{}, { name: ' ' }] },
    }),
    [`schemas/${id}/confirm.json`]: json({
      $schema: '../../engine/document/screen.schema.json',
      kind: 'summary',
      title: 'Confirm',
      description: 'Check what was entered.',
      submit: 'Finish',
    }),
    [`machines/${id}/flow.ts`]: flow(id, name),
    [`machines/${id}/${id}.machine.ts`]: machine(id, name),
    [`machines/${id}/${id}.machine.test.ts`]: machineTest(id, name),
  };
}

function flow(id: string, name: string): string {
  return `import { defineFlow } from '#engine/flow/flow.ts';
import { ${name}Machine, stepsOf } from './${id}.machine.ts';

export default defineFlow({
  id: '${id}',
  machine: ${name}Machine,
  steps: stepsOf,
  effects: {},
});
`;
}

function machine(id: string, name: string): string {
  return `import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import type { FlowOutput } from '#engine/flow/flow.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates, formStep, stepChoices } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['details', 'confirm'];
}

export const ${name}Machine = stepSetup([], { steps: stepsOf })
  .extend({
    actions: {
      nameIt: assign(({ context }) => ({
        words: { ...context.words, name: String(context.answers['details']?.['name'] ?? '') },
      })),
    },
  })
  .createMachine({
    id: '${id}',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'details',
        on: stepChoices(['details', 'confirm']),
        states: {
          details: formStep('details', { next: 'confirm' }),
          confirm: {
            meta: { screen: 'confirm' },
            on: {
              'step.submitted': {
                guard: { type: 'submits', params: { screen: 'confirm' } },
                target: '#${id}.finished',
                actions: 'nameIt',
              },
              back: 'details',
            },
          },
        },
      },
      ...endStates,
    },
  });
`;
}

function machineTest(id: string, name: string): string {
  return `import { fileURLToPath } from 'node:url';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { loadScreens } from '#engine/compile/library.ts';
import { viewOf } from '#engine/flow/view.ts';
import flow from './flow.ts';
import { ${name}Machine } from './${id}.machine.ts';

const library = loadScreens(fileURLToPath(new URL('../../schemas', import.meta.url)));
const screens = Object.fromEntries(library.screens(flow.id).map((id) => [id, library.get(flow.id, id)]));
const input = { instance: '00000000-0000-4000-8000-000000000001', mode: 'NEW', now: '2026-05-01T10:00:00Z' } as const;
const [answer] = (screens['details']?.document.examples?.valid ?? []) as Record<string, unknown>[];

function begun() {
  const actor = createActor(${name}Machine, { input }).start();
  const submit = (screen: string) => actor.send({ type: 'step.submitted', screen, data: answer ?? {} });
  return { actor, submit, view: () => viewOf(flow, screens, actor.getSnapshot()) };
}

describe('${id}', () => {
  it('leads from the details through the summary to the end', () => {
    const { actor, submit, view } = begun();
    expect(view()).toMatchObject({ screen: 'details', kind: 'form', position: 1, total: 2 });
    submit('details');
    expect(view()).toMatchObject({ screen: 'confirm', kind: 'summary', position: 2, total: 2 });
    submit('confirm');
    expect(actor.getSnapshot().output).toEqual({ outcome: 'finished', words: { name: answer?.['name'] } });
  });

  it('goes back with every answer kept', () => {
    const { actor, submit, view } = begun();
    submit('details');
    actor.send({ type: 'back' });
    expect(view()).toMatchObject({ screen: 'details', data: answer });
  });

  it('keeps what is typed without leaving the step', () => {
    const { actor, view } = begun();
    actor.send({ type: 'step.changed', screen: 'details', data: { name: 'Half' } });
    expect(view()).toMatchObject({ screen: 'details', data: { name: 'Half' } });
    expect(view().steps.map(({ canChoose }) => canChoose)).toEqual([false, false]);
  });

  it('takes a second submit of the same step for nothing', () => {
    const { submit, view } = begun();
    submit('details');
    submit('details');
    expect(view().screen).toBe('confirm');
  });

  it.each([0, 1])('can be closed after %i steps', (steps) => {
    const { actor, submit } = begun();
    for (const screen of ['details', 'confirm'].slice(0, steps)) submit(screen);
    actor.send({ type: 'closed' });
    expect(actor.getSnapshot().output).toEqual({ outcome: 'closed' });
  });
});
`;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
