import type { Effect } from '#engine/flow/flow.ts';
import type { Door } from './door.ts';
import type { Hear } from './news.ts';

/** What effects have of the page and the server. */
export interface Outside {
  door: Door;
  hear: Hear;
  /** Aborts when the page goes away: that leaves a state without meaning to. */
  leaving: AbortSignal;
}

/** What an effect is made of that takes longer than a call. */
export interface LongEffect extends Outside {
  name: string;
  effect: Effect;
}
