import { Value } from 'typebox/value';
import { describe, expect, it, vi } from 'vitest';
import {
  mostKeptSamples,
  mostReportedSamples,
  PerformanceReport,
  type PerformanceSample,
} from '#api/contract/agent-methods/performance.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { afterTest } from '#tests/clean-up.ts';
import { busyShare, processorTimeFrom } from './processor-time.ts';
import { createSampler } from './sampler.ts';
import { createSampleReader } from './take-sample.ts';

describe('processor time', () => {
  it('counts the waiting for a disk as idle, and guest time once', () => {
    expect(processorTimeFrom('cpu  10 20 30 400 50 1 2 3 10 0\ncpu0 1 2 3 4 5 6 7 8\n')).toEqual({
      idle: 450,
      total: 516,
    });
    expect(processorTimeFrom('intr 1 2 3\n')).toBeUndefined();
  });

  it('is the share between two readings, and unknown when the counters stood', () => {
    expect(busyShare({ idle: 100, total: 200 }, { idle: 175, total: 300 })).toBe(0.25);
    expect(busyShare({ idle: 100, total: 200 }, { idle: 99, total: 300 })).toBe(1);
    expect(busyShare({ idle: 100, total: 200 }, { idle: 100, total: 200 })).toBeNull();
  });
});

describe('a sample', () => {
  it('tells of this machine within the bounds of the protocol, in a few hundred bytes', async () => {
    const sample = await createSampleReader()();
    expect(Value.Errors(PerformanceReport, { sentAt: sample.at, samples: [sample] })).toEqual([]);
    expect(sample.memory).toBeGreaterThan(0);
    expect(sample.volumes.find(({ mount }) => mount === '/' || /^[A-Z]:\\$/.test(mount))).toBeDefined();
    for (const { size, used } of sample.volumes) expect(used).toBeLessThanOrEqual(size);
    const largest = 100 + sample.volumes.length * 180;
    expect(JSON.stringify(sample).length).toBeLessThan(largest);
  });
});

describe('the sampler', () => {
  let taken = 0;
  const read = async (): Promise<PerformanceSample> => {
    taken += 1;
    return { at: new Date(taken * 60_000).toISOString(), cpu: 0.5, memory: 0.5, volumes: [] };
  };
  function start(catchUpMs = 1) {
    taken = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    afterTest(() => void vi.useRealTimers());
    const sampler = createSampler({ read, everyMs: 1000, catchUpMs });
    afterTest(() => sampler.stop());
    return sampler;
  }
  const numbers = (reports: PerformanceReport[]) =>
    reports.flatMap(({ samples }) => samples.map(({ at }) => Date.parse(at) / 60_000));
  async function pass(samples: number): Promise<void> {
    for (let each = 0; each < samples; each += 1) await vi.advanceTimersByTimeAsync(1000);
  }
  const eventually = (work: () => void) => vi.waitFor(work, { timeout: 30_000, interval: 5 });

  it('keeps samples while there is no server, and sends each once, oldest first, a few at a time', async () => {
    const sampler = start();
    await pass(25);
    const reports: PerformanceReport[] = [];
    sampler.connect(async (report) => void reports.push(structuredClone(report)));
    await eventually(() => expect(numbers(reports)).toHaveLength(25));
    expect(numbers(reports)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    for (const report of reports) expect(report.samples.length).toBeLessThanOrEqual(mostReportedSamples);
    await pass(1);
    await eventually(() => expect(numbers(reports).at(-1)).toBe(26));
  });

  it('sends again what the server could not store or what a lost connection took along', async () => {
    const sampler = start();
    const refuse = [rpcCodes.internal, rpcCodes.busy, rpcCodes.closed];
    const reports: PerformanceReport[] = [];
    sampler.connect(async (report) => {
      const code = refuse.shift();
      if (code !== undefined) throw new RpcError(code, 'Later');
      reports.push(structuredClone(report));
    });
    await pass(4);
    await eventually(() => expect(numbers(reports)).toEqual([1, 2, 3, 4]));
  });

  it('drops what the server will never take, so that later samples come through', async () => {
    const sampler = start();
    let asked = 0;
    const reports: PerformanceReport[] = [];
    sampler.connect(async (report) => {
      asked += 1;
      if (asked === 1) throw new RpcError(rpcCodes.unknownMethod, 'Unknown method');
      reports.push(structuredClone(report));
    });
    await pass(2);
    await eventually(() => expect(numbers(reports)).toEqual([2]));
  });

  it('keeps the newest of a day', async () => {
    const sampler = start(0);
    await pass(mostKeptSamples + 5);
    const reports: PerformanceReport[] = [];
    sampler.connect(async (report) => void reports.push(structuredClone(report)));
    await eventually(() => expect(numbers(reports)).toHaveLength(mostKeptSamples));
    expect(numbers(reports)[0]).toBe(6);
  });

  it('sends nothing over a connection that ended', async () => {
    const sampler = start();
    const reports: PerformanceReport[] = [];
    const leave = sampler.connect(async (report) => void reports.push(report));
    leave();
    await pass(2);
    expect(reports).toEqual([]);
  });
});
