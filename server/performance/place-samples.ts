import {
  mostKeptSamples,
  sampleEverySeconds,
  type PerformanceReport,
  type PerformanceSample,
} from '#api/contract/agent-methods/performance.ts';
import { plainText } from '../agents/plain-text.ts';
import type { PerformanceKind } from '../database/schema/performance.ts';

const minute = sampleEverySeconds * 1000;

/** A share of one series at the start of a minute by the server's clock (milliseconds since 1970). */
export interface PlacedSample {
  kind: PerformanceKind;
  name: string;
  /** Bytes of a volume. */
  size: number | null;
  at: number;
  /** 0 to 1. */
  value: number;
}

/**
 * The samples of a report at their minutes by the server's clock: shifted by the whole minutes that the device's clock is off
 * at the sending. What then lies in the future, or further back than an agent keeps samples, is dropped.
 */
export function placeSamples({ sentAt, samples }: PerformanceReport, now: Date): PlacedSample[] {
  const shift = Math.round((now.getTime() - Date.parse(sentAt)) / minute) * minute;
  const oldest = now.getTime() - (mostKeptSamples + 1) * minute;
  return samples.flatMap((sample) => {
    const at = Math.floor((Date.parse(sample.at) + shift) / minute) * minute;
    // Not a number: a leap second, which is a valid instant that a Date cannot hold.
    return at >= oldest && at <= now.getTime() + minute ? sharesOf(sample).map((share) => ({ ...share, at })) : [];
  });
}

function sharesOf({ cpu, memory, volumes }: PerformanceSample): Omit<PlacedSample, 'at'>[] {
  const byName = new Map(volumes.map(({ mount, size, used }) => [plainText(mount), { size, used }]));
  const plain = (kind: PerformanceKind, value: number | null) =>
    value === null ? [] : [{ kind, name: '', size: null, value }];
  return [
    ...plain('CPU', cpu),
    ...plain('MEMORY', memory),
    ...[...byName].flatMap(([name, { size, used }]) =>
      name === '' || size === 0 ? [] : [{ kind: 'VOLUME' as const, name, size, value: Math.min(1, used / size) }],
    ),
  ];
}
