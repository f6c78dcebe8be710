import type { AnyActorRef } from 'xstate';
import type { Answers, Flow } from '#engine/flow/flow.ts';
import type { Screens } from '#engine/flow/view.ts';

/** A flow with its machine and its screens. */
export interface LoadedFlow {
  flow: Flow;
  screens: Screens;
  /** Present where organizations have screens of their own in this flow. */
  organizations?: OrganizationScreens;
}

/** Loads the flow with the screens of an organization, or with those of every other one. Throws when they cannot be fetched. */
export type LoadFor = (organizationId: number | undefined) => Promise<LoadedFlow>;

/** How a flow is opened, as far as that says for which organization. */
export interface Opening {
  flowId: string;
  subject?: string;
  copyOf?: string;
  answers?: Readonly<Record<string, Answers>>;
}

/** Finds for which organization a flow is opened, and which screens it has (decision 065). */
export interface OrganizationScreens {
  /** By the answers to begin with, or the record that is edited or copied. */
  ofWish(loaded: LoadedFlow, wish: Opening, load: LoadFor): Promise<LoadedFlow>;
  /** By the answers of what was stored. */
  ofDraft(loaded: LoadedFlow, snapshot: unknown, load: LoadFor): Promise<LoadedFlow>;
  /** Gives a running flow the screens of the organization that is answered, each time that another one is. */
  follow(session: { actor: AnyActorRef; takeScreens(screens: Screens): void }, load: LoadFor): void;
}
