import { createActor, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { slot } from './effects.ts';
import { keepRefusal } from './refusal.ts';

describe('a slot for an effect', () => {
  it('fails loudly while nobody filled it, and is not taken for a refusal', async () => {
    const machine = setup({
      actors: { saveMonitor: slot('saveMonitor') },
      actions: { keepRefusal: ({ event }) => void keepRefusal(event) },
    }).createMachine({
      initial: 'saving',
      states: {
        saving: { invoke: { src: 'saveMonitor', input: {}, onError: { target: 'refused', actions: 'keepRefusal' } } },
        refused: {},
      },
    });
    const actor = createActor(machine);
    const failed = new Promise((resolve) => actor.subscribe({ error: resolve }));
    actor.start();
    expect(await failed).toMatchObject({ message: 'effect "saveMonitor" was not provided' });
    expect(actor.getSnapshot().status).toBe('error');
  });
});
