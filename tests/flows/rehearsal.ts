// A flow's machine with a real actor, the screens of the documents, and effects whose outcomes the test decides.
import { fileURLToPath } from 'node:url';
import { createActor, fromPromise, type AnyMachineSnapshot, type Snapshot } from 'xstate';
import { loadScreens } from '#engine/compile/library.ts';
import type {
  Answers,
  EffectInput,
  Flow,
  FlowDefinition,
  FlowInput,
  FlowManifest,
  FlowOutput,
  Refusal,
} from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf, type Screens } from '#engine/flow/view.ts';

export const library = loadScreens(fileURLToPath(new URL('../../schemas', import.meta.url)));

export function screensOf(flow: string): Screens {
  return Object.fromEntries(library.screens(flow).map((id) => [id, library.get(flow, id)]));
}

export interface EffectCall {
  name: string;
  input: EffectInput;
  done(reply: unknown): Promise<void>;
  refuse(code: string, extra?: Omit<Partial<Refusal>, 'code'>): Promise<void>;
}

export interface Rehearsal {
  calls: EffectCall[];
  /** The latest call. */
  call(name: string): EffectCall;
  view(): StepView;
  state(): string;
  snapshot(): AnyMachineSnapshot;
  output(): FlowOutput | undefined;
  send(event: { type: string } & Record<string, unknown>): void;
  submit(data?: Answers): void;
  change(data: Answers): void;
  stop(): void;
}

export function flowOf(definition: FlowDefinition, manifest: unknown): Flow {
  return { ...(manifest as FlowManifest), ...definition };
}

export const instance = '00000000-0000-4000-8000-000000000001';

export function rehearse(
  flow: FlowDefinition,
  input: Partial<FlowInput> = {},
  snapshot?: Snapshot<unknown>,
): Rehearsal {
  const screens = screensOf(flow.id);
  const calls: EffectCall[] = [];
  const actors = Object.fromEntries(
    Object.keys(flow.effects).map((name) => [
      name,
      fromPromise<unknown, EffectInput>(
        ({ input: given }) =>
          new Promise((resolve, reject) => {
            calls.push({
              name,
              input: given,
              async done(reply) {
                resolve(reply);
                await settled();
              },
              async refuse(code, { message = `Refused: ${code}`, fields, conflict } = {}) {
                reject({ code, message, ...(fields && { fields }), ...(conflict && { conflict }) });
                await settled();
              },
            });
          }),
      ),
    ]),
  );
  const actor = createActor(flow.machine.provide({ actors }), {
    input: { instance, mode: 'NEW', now: '2026-01-01T00:00:00.000Z', ...input },
    ...(snapshot && { snapshot }),
  });
  actor.start();
  const current = () => actor.getSnapshot() as AnyMachineSnapshot;
  const view = () => viewOf(flow, screens, current());
  return {
    calls,
    call(name) {
      const found = calls.findLast((call) => call.name === name);
      if (found === undefined)
        throw new Error(
          `"${name}" was not called; there were ${calls.map((call) => call.name).join(', ') || 'no calls'}`,
        );
      return found;
    },
    view,
    state: () => (current().status === 'active' ? view().state : String(current().value)),
    snapshot: current,
    output: () => current().output as FlowOutput | undefined,
    send: (event) => actor.send(event),
    submit: (data = {}) => actor.send({ type: 'step.submitted', screen: view().screen, data }),
    change: (data) => actor.send({ type: 'step.changed', screen: view().screen, data }),
    stop: () => actor.stop(),
  };
}

/** Lets promises that were settled reach the machine. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
