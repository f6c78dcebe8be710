import { merged } from '#engine/flow/answers.ts';
import { askedOf } from '#engine/flow/asked.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import manifest from '#schemas/cloud-monitor/flow.json';
import { needs as allNeeds } from '#schemas/cloud-monitor/needs.ts';

const needs: Readonly<Record<string, string[]>> = allNeeds;

/** The screens of the stepper for these answers (F08-04 … F08-07). */
export function stepsOf({ answers }: FlowContext): string[] {
  return stepsFor(manifest.stepper, answers);
}

/** What a check needs of the answers (F08-55 … F08-60), as `testMonitor` takes it: those of a step that the type does not have stay behind. */
export function testRequest(context: FlowContext): Answers {
  const { conditions = [], ...monitor } = monitorRequest(context);
  return { monitor, conditions };
}

/** The whole monitor, as `addMonitor` and `saveMonitor` take it. */
export function monitorRequest(context: FlowContext): Answers {
  const steps = stepsOf(context);
  const asked = askedOf(merged(context, steps), sent(steps));
  return Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, filledRows(value)]));
}

/** A monitor as `readMonitor` answers it, as the answers of its steps. */
export function storedAnswers(monitor: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const { monitorType } = monitor;
  const setup = askedOf(monitor, needs['setup'] ?? []);
  const rows = askedOf(monitor, needs['conditions'] ?? [])['conditions'];
  // A row is edited by a flow of its own, which asks what fits the type.
  const conditions = { monitorType, conditions: rowsOf(rows).map((row) => ({ ...asAsked(row), monitorType })) };
  const others = stepsFor(manifest.stepper, { setup }).filter((id) => id !== 'setup' && needs[id] !== undefined);
  return {
    setup,
    ...Object.fromEntries(others.map((id) => [id, askedOf(monitor, needs[id] ?? [])])),
    conditions,
  };
}

/** A stored condition as its form holds it, which leaves "no ticket" out: else Confirm would list it as changed. */
function asAsked({ ticketingAction, ...row }: Answers): Answers {
  return ticketingAction === undefined || ticketingAction === 'NONE' ? row : { ...row, ticketingAction };
}

/** `…Set` says that a secret is stored: it is told and never sent. */
function sent(steps: readonly string[]): string[] {
  const pointers = steps.flatMap((id) => needs[id] ?? []);
  return pointers.filter((pointer) => !pointers.includes(pointer.replace(/Set$/, '')) || !pointer.endsWith('Set'));
}

function rowsOf(value: unknown): Answers[] {
  return Array.isArray(value) ? (value as Answers[]) : [];
}

// A form always shows one row to fill in, so an empty one means none.
function filledRows(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((row) => typeof row !== 'object' || Object.values(row as Answers).some((held) => held !== ''));
}
