import type { AnyMachineSnapshot } from 'xstate';
import type { Pointer } from '../document/document.ts';
import type { Answers, Flow, FlowContext, Mode, Shows } from './flow.ts';
import { screenOf, statePath, type Screens } from './view.ts';
import { withoutSecrets } from './secrets.ts';

/** A flow put down half-way: what is kept of its snapshot. Holds no secret, nothing of the address and nothing that is shown in passing. */
export interface Draft {
  flow: string;
  /** Dotted: `editing.setup`. */
  state: string;
  context: Omit<FlowContext, 'params' | 'retries'>;
  /** Version of each screen that was answered, as it was then. */
  screenVersions: Record<string, string>;
  /** Secrets that were answered and are not kept, by screen. */
  lost: Record<string, Pointer[]>;
  /** The flow of a row that was being edited, put down with this one. */
  nested?: NestedDraft;
}

/** What is kept of a flow that edits one row of a list. */
export interface NestedDraft {
  screen: string;
  pointer: Pointer;
  index: number;
  mode: Mode;
  draft: Draft;
}

/** Every key that the flow may show: those of every flow, and its own. The progress of a run is read again after a resume. */
export function showsOf({ shows }: Pick<Flow, 'shows'>): Shows {
  return { progress: 'transient', runs: 'kept', saved: 'kept', ...shows };
}

/** What to keep of a flow. `undefined` once it has ended. */
export function toDraft(flow: Flow, screens: Screens, snapshot: AnyMachineSnapshot): Draft | undefined {
  if (snapshot.status !== 'active') return undefined;
  const { params: _, retries, ...context } = snapshot.context as FlowContext;
  // Of a reading that is tried again nothing is to be told later.
  if (retries !== undefined) delete context.refusal;
  const answers: Record<string, Answers> = {};
  const lost: Record<string, Pointer[]> = {};
  const screenVersions: Record<string, string> = {};
  for (const [id, given] of Object.entries(context.answers)) {
    const screen = screenOf(flow, screens, id);
    const { data, removed } = withoutSecrets(given, screen.secrets);
    answers[id] = data;
    if (removed.length > 0) lost[id] = removed;
    screenVersions[id] = screen.version;
  }
  const shows: Readonly<Record<string, unknown>> = showsOf(flow);
  const shown = Object.fromEntries(Object.entries(context.shown).filter(([key]) => shows[key] === 'kept'));
  // By way of JSON, as it will be stored: what does not survive that is found here, not at the next resume.
  const kept = JSON.parse(JSON.stringify({ ...context, answers, shown })) as Draft['context'];
  return { flow: flow.id, state: statePath(snapshot.value), context: kept, screenVersions, lost };
}
