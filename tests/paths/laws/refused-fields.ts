import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { errorEvent } from '#engine/flow/effects.ts';
import type { FlowContext } from '#engine/flow/flow.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { invokesOf } from '../generator/move.ts';
import type { SurveyStep } from '../generator/survey.ts';
import { takeEvent } from '../generator/take-event.ts';
import type { Asked, Problem } from './asked.ts';

const calls = catalogue as Record<string, Call>;

/** A refusal of any field that is sent leads to the step whose answer it is made of. */
export function strayRefusals({ flow, screens, found, requests }: Asked): Problem[] {
  const saves = requests.filter(
    ({ effect }) => calls[effect]?.method !== 'GET' && calls[effect]?.changesNothing !== true,
  );
  return saves.flatMap(({ effect, mode, madeOf }) => {
    const step = found.steps.find(
      ({ started, after }) =>
        started.some((one) => one.effect === effect) && (after.snapshot.context as FlowContext).mode === mode,
    );
    if (step === undefined) return [];
    return [...madeOf].flatMap(([place, answers]) => {
      const body = place.replace(/^\/body/, '');
      // Sent under the name that one step alone asks it by.
      const asks = flow
        .steps(step.after.snapshot.context as FlowContext)
        .filter((id) =>
          [...subschemas(screens[id]?.document.schema)].some(({ pointer }) => pointer === `/${segmentsOf(body)[0]}`),
        );
      const [owner = ''] = asks;
      if (asks.length !== 1 || !place.startsWith('/body/') || !answers.has(`${owner}${body}`)) return [];
      const there = screenAfter(flow.machine, step, effect, body.replaceAll('*', '0'));
      if (there === owner) return [];
      const title = (id?: string) => screens[id ?? '']?.document.title ?? String(id);
      return [
        {
          problem: `${effect}: a refusal of ${body} leads to ${title(there)}, expected ${title(owner)}`,
          at: step.after,
        },
      ];
    });
  });
}

function screenAfter(
  machine: Asked['flow']['machine'],
  { after }: SurveyStep,
  effect: string,
  pointer: string,
): string | undefined {
  const id = invokesOf(after.snapshot).find((invoke) => invoke.effect === effect)?.id ?? '';
  const refusal = { code: 'invalid_input', message: 'Some of it was refused.', fields: { [pointer]: 'Refused' } };
  return screenOfSnapshot(takeEvent(machine, after.snapshot, errorEvent(id, refusal)).next);
}
