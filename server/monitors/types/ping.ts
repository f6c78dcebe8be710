import { createPing } from '../checks/ping.ts';
import { atLeast, below, failed, slower } from '../conditions/comparisons.ts';
import type { ServerType } from './server-type.ts';

/** F08-63 … F08-67. */
export const ping = {
  check: createPing(),
  conditions: {
    PingFailed: failed,
    PingPacketLoss: {
      parameters: ['runCount', 'thresholdPercent'],
      incident: 'disrupted',
      looksAt: 'packet loss',
      fact: () => 'packetLoss',
      fails: ({ facts }, { thresholdPercent }) => atLeast(facts?.['packetLoss'], thresholdPercent),
    },
    PingTTL: {
      parameters: ['runCount', 'threshold'],
      incident: null,
      looksAt: 'the TTL',
      fact: () => 'ttl',
      fails: ({ facts }, { threshold }) => below(facts?.['ttl'], threshold),
    },
    PingResponseTime: slower('roundTripThreshold'),
  },
} satisfies ServerType;
