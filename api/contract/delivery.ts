import { Type } from 'typebox';
import { deliveryStates } from './backup-names.ts';
import { Instant, Nullable, OneOf } from './shapes.ts';

/** Whether the agent of a device has the settings of a kind that the device should have. */
export const Delivery = Type.Object({
  state: OneOf(deliveryStates),
  /** Of the configuration that the device should have; 0 for none. */
  version: Type.Integer({ minimum: 0 }),
  /** When the agent applied or refused this version; null while it waits. */
  at: Nullable(Instant),
  /** Why the agent refused it, or what of it the agent left out; else empty. */
  reason: Type.String(),
});
