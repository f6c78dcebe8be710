import { signedIn } from '../access/signed-in.ts';
import type { Judging } from './stored.ts';
import { shippedText, type ScreenPlace } from './screen-text.ts';
import { keyOf } from './takers.ts';

/** What the gate is at: nothing, paths on the machine, what is stored, paths in the simulated page. `total` is 0 until it is known. */
export interface GateProgress {
  stage: 'none' | 'paths' | 'stored' | 'page';
  done: number;
  total: number;
}

export type TellGate = (progress: GateProgress) => void;

/** Of this process alone, by user and screen: a page that asks another server sees no progress. */
const running = new Map<string, { latest: GateProgress }>();

const keyFor = ({ actor }: Pick<Judging, 'actor'>, place: ScreenPlace): string =>
  `${signedIn(actor).userId} ${keyOf(place)}`;

/** Stores the latest progress of the work, which `gateProgress` returns until the work ends. */
export async function withProgress<T>(
  context: Pick<Judging, 'actor'>,
  place: ScreenPlace,
  work: (tell: TellGate) => Promise<T>,
): Promise<T> {
  const key = keyFor(context, place);
  const own: { latest: GateProgress } = { latest: { stage: 'paths', done: 0, total: 0 } };
  running.set(key, own);
  try {
    return await work((progress) => (own.latest = progress));
  } finally {
    if (running.get(key) === own) running.delete(key);
  }
}

/**
 * Where the user's own check or publication of the screen is.
 * @throws Refused `not_found` for a screen that the Studio does not edit
 */
export function gateProgress(context: Pick<Judging, 'actor' | 'services'>, place: ScreenPlace): GateProgress {
  shippedText(context.services.screens, place);
  return running.get(keyFor(context, place))?.latest ?? { stage: 'none', done: 0, total: 0 };
}
