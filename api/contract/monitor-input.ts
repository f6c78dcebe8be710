import { Type } from 'typebox';
import { CustomInput } from './custom-fields.ts';
import { ConditionType, conditionParameters, MonitorType, typeFields, typeSecrets } from './monitor-types.ts';
import { Closed, Id, Instant, Nullable, Text } from './shapes.ts';

/** F08-61, F08-62. `resetThreshold`: minutes without a failure before it resets. Bounds: screens of `cloud-monitor`. */
export const ConditionInput = Closed({
  id: Type.Optional(Id),
  type: ConditionType,
  enabled: Type.Optional(Type.Boolean()),
  conditionName: Text(),
  ...conditionParameters,
  resetThreshold: Type.Integer(),
  severity: Text(20),
  priority: Text(20),
  notificationAction: Type.Optional(Text(20)),
  notificationChannelIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  ticketingAction: Type.Optional(Text(20)),
  ticketTemplateId: Type.Optional(Id),
});
export const Condition = Type.Object({
  id: Id,
  type: ConditionType,
  enabled: Type.Boolean(),
  conditionName: Type.String(),
  ...conditionParameters,
  resetThreshold: Type.Integer(),
  severity: Type.String(),
  priority: Type.String(),
  notificationAction: Type.String(),
  notificationChannelIds: Type.Array(Id),
  ticketingAction: Type.String(),
  ticketTemplateId: Type.Optional(Id),
  /** The generated sentence (F08-31). */
  description: Type.String(),
  /**
   * `failing`: it fails and has not raised yet; `unanswered`: the latest check could not tell; `unknown`: no check since the
   * monitor was added, changed, paused or resumed.
   */
  state: Type.Union([
    Type.Literal('ok'),
    Type.Literal('failing'),
    Type.Literal('raised'),
    Type.Literal('unanswered'),
    Type.Literal('unknown'),
  ]),
  /** Failed checks in a row. */
  failures: Type.Integer(),
  raisedAt: Nullable(Instant),
  /** Why the latest check could not answer what the condition asks. */
  unansweredReason: Nullable(Type.String()),
});
/** `frequency` and `timeout` in seconds. A secret that is left out of a PUT is the stored one. Bounds: screens of `cloud-monitor`. */
export const MonitorInput = Closed({
  enabled: Type.Boolean(),
  clientId: Id,
  locationId: Id,
  monitorType: MonitorType,
  monitorName: Text(),
  frequency: Type.Integer(),
  timeout: Type.Integer(),
  ...typeFields,
  ...typeSecrets,
  custom: Type.Optional(CustomInput('cloud-monitor')),
  conditions: Type.Array(ConditionInput, { maxItems: 50 }),
});
