import { Type } from 'typebox';

/** Echo requests to `hostname` (F08-12). */
export const ping = {
  type: Type.Literal('PING'),
  fields: {},
  secrets: {},
  conditions: [
    Type.Literal('PingFailed'),
    Type.Literal('PingPacketLoss'),
    Type.Literal('PingTTL'),
    Type.Literal('PingResponseTime'),
  ],
  parameters: {
    thresholdPercent: Type.Optional(Type.Integer()),
    /** Of the TTL. */
    threshold: Type.Optional(Type.Integer()),
    roundTripThreshold: Type.Optional(Type.Integer()),
  },
} as const;
