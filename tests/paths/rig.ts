// A flow's machine as a real actor, its effects answered when and as a path says.
import { createActor, fromPromise, type AnyMachineSnapshot, type AnyStateMachine, type Snapshot } from 'xstate';
import { Compile, type Validator } from 'typebox/compile';
import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import type { EffectInput, Flow, FlowInput, Refusal } from '#engine/flow/flow.ts';
import type { MachineEvent } from './generator/move.ts';

export interface PendingCall {
  effect: string;
  input: EffectInput;
  done(reply: unknown): void;
  refuse(refusal: Refusal): void;
  /** Of a job or a watch: it tells the machine something, and goes on. */
  report(event: MachineEvent): void;
  answered: boolean;
}

export interface Rig {
  calls: PendingCall[];
  /** The latest call of the effect that waits for its reply. */
  pending(effect: string): PendingCall | undefined;
  snapshot(): AnyMachineSnapshot;
  send(event: MachineEvent): void;
  stop(): void;
  /** What broke the machine itself. */
  broken(): unknown;
}

export function rigOf(
  flow: Pick<Flow, 'effects'> & { machine: AnyStateMachine },
  input: FlowInput,
  snapshot?: Snapshot<unknown>,
): Rig {
  const calls: PendingCall[] = [];
  const actors = Object.fromEntries(
    Object.keys(flow.effects).map((effect) => [
      effect,
      fromPromise<unknown, EffectInput>(
        ({ input: given }) =>
          new Promise((resolve, reject) => {
            const call: PendingCall = {
              effect,
              input: given,
              answered: false,
              done(reply) {
                call.answered = true;
                resolve(reply);
              },
              report: (event) => actor.send(event),
              refuse(refusal) {
                call.answered = true;
                // Data, as `src/flow/effects.ts` hands it in: an `Error` in a context becomes `{}` when it is persisted.
                // oxlint-disable-next-line prefer-promise-reject-errors
                reject(refusal);
              },
            };
            calls.push(call);
          }),
      ),
    ]),
  );
  let failure: unknown;
  const actor = createActor(flow.machine.provide({ actors }), { input, ...(snapshot && { snapshot }) });
  actor.subscribe({
    error: (error) => {
      failure = error;
    },
  });
  actor.start();
  return {
    calls,
    pending: (effect) => calls.findLast((call) => call.effect === effect && !call.answered),
    snapshot: () => actor.getSnapshot() as AnyMachineSnapshot,
    send: (event) => actor.send(event),
    stop: () => actor.stop(),
    broken: () => failure,
  };
}

/** Lets promises that were settled reach the machine. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** What is wrong with what an effect asks of the server: the shape of its call, and the key that keeps it from happening twice. */
export function wrongCall({ effect, input }: Pick<PendingCall, 'effect' | 'input'>): string[] {
  const call = (catalogue as Record<string, Call>)[effect as CallName];
  if (call === undefined) return [`${effect} is no call of the catalogue`];
  const wrong: string[] = [];
  if (call.idempotent === true && input.key === undefined) wrong.push(`${effect} is sent without its idempotency key`);
  const body = bodyOf(effect, call);
  if (body !== undefined && !body.Check(input.body)) {
    const [first] = body.Errors(input.body);
    wrong.push(`${effect} is sent with a body that its call refuses: ${JSON.stringify(first)}`);
  }
  const params = (call.path.match(/:\w+/g) ?? []).map((name) => name.slice(1));
  for (const name of params) {
    if (String(input.params?.[name] ?? '') === '') wrong.push(`${effect} is sent without "${name}" in its address`);
  }
  return wrong;
}

const bodies = new Map<string, Validator>();

function bodyOf(effect: string, { body }: Call): Validator | undefined {
  if (body !== undefined && !bodies.has(effect)) bodies.set(effect, Compile(body));
  return bodies.get(effect);
}
