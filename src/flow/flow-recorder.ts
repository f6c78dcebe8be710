import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { allCalls } from '#api/all-calls.gen.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { callApi, type CallInput } from '#api/client.ts';
import {
  longestRecordedField,
  longestRecording,
  mostRecordedFields,
  recordedAtOnce,
  recordedField,
} from '#api/contract/recording-bounds.ts';
import type { RecordedStep } from '#api/contract/recordings.ts';
import { newUuid } from '#api/uuid.ts';
import { pointerOf, withoutIndexes } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import type { FlowOutput, Mode } from '#engine/flow/flow.ts';
import { invokesIn, restingStates } from '#engine/flow/state-nodes.ts';
import { statePath } from '#engine/flow/view.ts';
import type { FlowSession } from './flow-session.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/** Milliseconds from a step until it is sent, together with those that come meanwhile. */
const SOON = 5000;

type Sent = NonNullable<CallInput<'recordFlow'>['body']>;

/**
 * Records what happens in a flow, for a user who has allowed it: events, states and which fields hold an answer, and no value. Begins when
 * the flow has just been opened.
 */
export function recordFlow(
  session: Pick<FlowSession, 'actor' | 'flow' | 'screens'>,
  mode: Mode,
  send: (body: Sent) => Promise<unknown> = sendOrHandOver,
): void {
  const { actor, flow } = session;
  // A resumed draft has the id of its first session, whose recording has ended.
  const id = newUuid();
  const begun = performance.now();
  const sources = effectsByInvoke(session);
  const steps: RecordedStep[] = [];
  let sent = 0;
  let outcome: Sent['outcome'];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let sending = Promise.resolve();

  function add(event: string, state: string, fields?: string[]): void {
    const step = { at: Math.round(performance.now() - begun), event, state, ...(fields && { fields }) };
    const last = steps.at(-1);
    // Typing is one step, and so is the progress of a job. A step that was sent stays as it is.
    const repeats = /^(change|progress|changed|retry) /.test(event) && last?.event === event && last.state === state;
    if (repeats && steps.length > sent) steps[steps.length - 1] = step;
    else if (!repeats && steps.length < longestRecording) steps.push(step);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (!stopped && (sent < steps.length || outcome !== undefined)) {
      const part = steps.slice(sent, sent + recordedAtOnce);
      const isLast = sent + part.length === steps.length;
      const body: Sent = { id, flow: flow.id, mode, from: sent, steps: part };
      try {
        await send(isLast && outcome !== undefined ? { ...body, outcome } : body);
      } catch (error) {
        // What cannot be sent now goes with the next step; what is refused is not wanted any more.
        if (!isCallFailed(error) || !error.retry) stopped = true;
        return;
      }
      sent += part.length;
      if (isLast && outcome !== undefined) stopped = true;
    }
  }

  const sendNow = (): void => {
    sending = sending.then(flush);
  };

  function end(how: NonNullable<Sent['outcome']>, state: string): void {
    if (outcome !== undefined) return;
    outcome = how;
    if (how === 'left') add('left', state);
    removeEventListener('pagehide', leave);
    sendNow();
  }

  const leave = (): void => {
    const last = steps.at(-1);
    if (last !== undefined) end('left', last.state);
  };
  addEventListener('pagehide', leave);

  actor.system.inspect((event) => {
    if (event.type !== '@xstate.snapshot' || outcome !== undefined) return;
    if ((event.actorRef as AnyActorRef).sessionId !== event.rootId) return;
    const snapshot = event.snapshot as AnyMachineSnapshot;
    if (snapshot.status === 'error' || event.event.type === 'xstate.stop') return leave();
    const name = nameOf(event.event, sources);
    if (name === undefined) return;
    const state = statePath(snapshot.value);
    add(name, state, fieldsOf(session, event.event));
    if (snapshot.status === 'done')
      end((snapshot.output as FlowOutput).outcome === 'finished' ? 'finished' : 'closed', state);
    else timer ??= setTimeout(sendNow, SOON);
  });
  add('opened', statePath((actor.getSnapshot() as AnyMachineSnapshot).value));
  timer = setTimeout(sendNow, SOON);
}

/** A request of a page that is left is aborted, so the browser is asked to send it. */
async function sendOrHandOver(body: Sent): Promise<void> {
  if (body.outcome !== 'left') return void (await callApi('recordFlow', { body }));
  const text = new Blob([JSON.stringify(body)], { type: 'application/json' });
  navigator.sendBeacon(new URL(`/api${allCalls.recordFlow.path}`, document.baseURI), text);
}

/** As paths name moves; undefined for what says nothing of the person or of an effect. */
function nameOf(event: AnyEventObject, sources: ReadonlyMap<string, string>): string | undefined {
  const { type } = event;
  const [, how, id = ''] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(type) ?? [];
  if (how !== undefined) {
    const effect = sources.get(id) ?? id;
    return how === 'done' ? `done ${effect}` : `refuse ${effect} ${codeOf(event['error'])}`;
  }
  switch (type) {
    case 'step.submitted':
      return `submit ${event['screen']}`;
    case 'step.changed':
      return `change ${event['screen']}`;
    case 'step.chosen':
      return `choose ${event['screen']}`;
    case 'job.progressed':
      return `progress ${event['effect']}`;
    case 'watch.changed':
      return `changed ${event['effect']}`;
    case 'effect.retries':
      return `retry ${event['effect']} ${codeOf(event['error'])}`;
    default:
      return type.startsWith('xstate.') ? undefined : type;
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** The effect of each invoke of the machine, by its id. */
function effectsByInvoke({ flow: { machine } }: Pick<LoadedFlow, 'flow'>): Map<string, string> {
  return new Map(
    restingStates(machine).flatMap((node) => invokesIn(node).map(({ id, src }) => [id, String(src)] as const)),
  );
}

/** Pointers of the answers whose fields the document names: what a person names themselves is a value. */
function fieldsOf(
  { screens }: Pick<LoadedFlow, 'screens'>,
  { type, screen, data }: AnyEventObject,
): string[] | undefined {
  if (type !== 'step.submitted' && type !== 'step.changed') return undefined;
  const schema = screens[String(screen)]?.document.schema;
  const known = new Set([...subschemas(schema)].map(({ pointer }) => withoutIndexes(pointer)));
  const found = new Set<string>();
  const visit = (value: unknown, segments: readonly string[]): void => {
    const pointer = pointerOf(segments);
    if (segments.length > 0 && !known.has(pointer)) return;
    if (Array.isArray(value)) for (const item of value) visit(item, [...segments, '*']);
    else if (typeof value === 'object' && value !== null)
      for (const [name, held] of Object.entries(value)) visit(held, [...segments, name]);
    else if (value !== undefined && value !== null && value !== '') found.add(pointer);
  };
  visit(data, []);
  return [...found]
    .filter((pointer) => pointer.length <= longestRecordedField && FIELD.test(pointer))
    .slice(0, mostRecordedFields);
}

const FIELD = new RegExp(recordedField);
