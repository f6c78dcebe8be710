import { Type } from 'typebox';
import { Closed, Nullable, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/** A host name or an IP address. It never starts with a hyphen: it becomes an argument of a program. */
export const PingTarget = Type.String({ maxLength: 255, pattern: '^[A-Za-z0-9:][A-Za-z0-9._:-]*$' });
export const PingTargets = Type.Array(PingTarget, { minItems: 1, maxItems: 16, uniqueItems: true });
const Milliseconds = Nullable(Type.Number({ minimum: 0, maximum: 60_000 }));

export const PingReply = Closed({
  target: PingTarget,
  /** Empty when the name could not be resolved. */
  address: Text(64),
  /** `tcp`: the device may not send ICMP, so it opened a TCP connection instead. */
  method: Type.Union([Type.Literal('icmp'), Type.Literal('tcp')]),
  sent: Type.Integer({ minimum: 0, maximum: 20 }),
  received: Type.Integer({ minimum: 0, maximum: 20 }),
  /** Null without a reply. */
  minimumMs: Milliseconds,
  averageMs: Milliseconds,
  maximumMs: Milliseconds,
  /** Why nothing was sent; empty otherwise. */
  error: Text(200),
});

/** Sends echo requests from the device to a few targets. */
export const networkPing = {
  title: 'ping',
  capability: 'network@1',
  permission: 'NODE:Update',
  params: Closed({
    targets: PingTargets,
    /** Requests to each target, one a second. */
    count: Type.Integer({ minimum: 1, maximum: 20 }),
    /** How long to wait for each reply. */
    timeoutMs: Type.Integer({ minimum: 200, maximum: 5000 }),
  }),
  progress: Closed({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) }),
  item: PingReply,
  result: Closed({ reached: Type.Integer({ minimum: 0 }), unreachable: Type.Integer({ minimum: 0 }) }),
  budget: { params: 5000, report: 20_000, items: 16, result: 200 },
  cancellable: true,
  // Four targets at a time: four rounds of 20 requests and the last time-out, with room for slow name servers.
  seconds: 150,
} as const satisfies AgentMethodEntry;
