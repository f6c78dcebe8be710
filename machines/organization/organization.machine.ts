import { assign } from 'xstate';
import { beginning, merged } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import {
  confirmStep,
  endStates,
  formStep,
  readingStates,
  refusalsTo,
  sendingStates,
  stepChoices,
} from '#engine/flow/step-states.ts';
import manifest from '#schemas/organization/flow.json';

export function stepsOf(): string[] {
  return ['details', 'locations', 'confirm'];
}

function requestOf(context: FlowContext): Answers {
  const { name, description, timeZoneId, locations } = merged(context, ['details', 'locations']);
  return context.mode === 'EDIT'
    ? whole({ name, description, timeZoneId, locations })
    : { name, ...filled({ description, timeZoneId }), locations };
}

/** What was emptied is sent as empty: left out, it would stay as it was. */
function whole({ description = '', timeZoneId = '_Division', locations, ...others }: Answers): Answers {
  const told = (locations as Answers[]).map((location) => ({ address: '', country: '', description: '', ...location }));
  return { ...others, description, timeZoneId, locations: told };
}

/** An organization as `readOrganization` answers it, as the answers of the steps. */
function answersOf(stored: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const locations = (stored['locations'] as Answers[]).map(({ id, name, address, country, description }) => ({
    id,
    name,
    ...filled({ address, country, description }),
  }));
  return {
    details: {
      name: stored['name'],
      ...filled({ description: stored['description'], timeZoneId: stored['timeZoneId'] }),
    },
    locations: { locations },
  };
}

// What a form leaves empty it leaves out.
function filled(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
}

const refusals = refusalsTo(['details', 'locations']);

export const organizationMachine = stepSetup(['readOrganization', 'addOrganization', 'saveOrganization'], {
  steps: stepsOf,
  needs: manifest.needs,
  answersOf,
  refusedField: {
    organization_name_in_use: '/name',
    location_name_in_use: '/locations',
    organization_has_devices: '/locations',
  },
})
  .extend({
    actions: {
      nameIt: assign(({ context }) => ({
        words: { ...context.words, name: String(context.answers['details']?.['name'] ?? '') },
      })),
      keepReply: assign(({ context, event }) => ({ shown: { ...context.shown, saved: replyIn(event)['client'] } })),
    },
  })
  .createMachine({
    id: 'organization',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readOrganization', {
        of: ({ subject = '' }) => subject,
        onDone: { target: 'editing', actions: ['takeStored', 'passStored'] },
      }),
      editing: {
        initial: 'details',
        on: stepChoices(['details', 'locations', 'confirm']),
        states: {
          details: formStep('details', { next: 'locations' }),
          locations: formStep('locations', { next: 'confirm', back: 'details' }),
          confirm: confirmStep({ machine: 'organization', back: [{ target: 'locations' }] }),
        },
      },
      ...sendingStates(
        { add: 'addOrganization', save: 'saveOrganization' },
        { body: requestOf, onDone: { add: 'finished', save: 'finished' }, refusals },
      ),
      ...endStates,
    },
  });
