import { Type, type Static } from 'typebox';
import { Closed, Id, Nullable } from '../shapes.ts';
import { Address, SnmpCredential } from './discovery.ts';

/** Devices of one request, and the credentials that it may list: with the longest secrets it stays below the largest message. */
export const mostPolled = 64;
export const mostPollCredentials = 8;

/** Seconds between two polls of a device. */
export const pollEverySeconds = 60;

/** Pings of each device, and how long each waits, in milliseconds. */
export const pollPings = { pingsPerNode: 3, pingTimeoutMS: 1000, delayBetweenPingsMS: 200, pingPacketTTL: 64 } as const;

const PollTarget = Closed({
  nodeId: Id,
  address: Address,
  /** Index of its credential in the list; null without one. */
  credential: Nullable(Type.Integer({ minimum: 0, maximum: mostPollCredentials - 1 })),
});
export type PollTarget = Static<typeof PollTarget>;

const PollResult = Closed({
  nodeId: Id,
  /** What it answered, of ping, SNMP and TCP connections in this order; null when it answered nothing. */
  answered: Nullable(Type.Union([Type.Literal('ping'), Type.Literal('snmp'), Type.Literal('tcp')])),
  /** Average round trip; null when no ping was answered. */
  pingMS: Nullable(Type.Number({ minimum: 0, maximum: 60_000 })),
  /** How many of the pings were answered. */
  received: Type.Integer({ minimum: 0, maximum: pollPings.pingsPerNode }),
  /** sysUpTime (RFC 3418) in seconds; it restarts from 0 after 497 days. Null without an SNMP reply. */
  upSeconds: Nullable(Type.Integer({ minimum: 0, maximum: 42_949_673 })),
});
export type PollResult = Static<typeof PollResult>;

/**
 * Polls devices that have no agent. A poll is not a command: the server stores only its results, and polls again a minute later if a
 * request is lost.
 */
export const devicesPoll = {
  title: 'device poll',
  capability: 'polling@1',
  params: Closed({
    targets: Type.Array(PollTarget, { minItems: 1, maxItems: mostPolled }),
    credentials: Type.Array(SnmpCredential, { maxItems: mostPollCredentials }),
  }),
  result: Closed({ results: Type.Array(PollResult, { maxItems: mostPolled }) }),
  /** How long one request may take. */
  seconds: 60,
} as const;
export type DevicesPoll = Static<typeof devicesPoll.params>;
