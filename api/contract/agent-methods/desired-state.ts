import { Type, type Static } from 'typebox';
import { Closed, Instant, OneOf, Text } from '../shapes.ts';

/**
 * The state that a device should have. The agent checks the document against its own schema of the kind, stores it with its version,
 * and acknowledges that, or refuses it with a reason. The same version and document again is acknowledged with the first time.
 */
export const stateApply = {
  title: 'desired state',
  capability: 'desired-state@1',
  params: Closed({
    kind: Type.String({ pattern: '^[a-z][a-z-]{0,48}$' }),
    version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    document: Type.Unknown(),
  }),
  result: Closed({
    outcome: OneOf(['applied', 'refused']),
    /** By the clock of the device. */
    at: Instant,
    /** For people: why it was refused, or what of it the device leaves out; else empty. */
    reason: Text(500),
  }),
  seconds: 20,
} as const;
export type StateApply = Static<typeof stateApply.params>;
export type StateAnswer = Static<typeof stateApply.result>;
