import type { Flow } from '#engine/flow/flow.ts';
import type { Screens } from '#engine/flow/view.ts';

/** A flow with its machine and its screens. */
export interface LoadedFlow {
  flow: Flow;
  screens: Screens;
}
