import { expect, it } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import { changeDevices } from './change-devices.ts';

const options = { onProgress: () => undefined, stopped: () => false };
const refuse = (code: 'not_found' | 'forbidden' | 'delegate_has_vm_hosts' | 'offline'): never => {
  throw new CallFailed(code, `Refused: ${code}`);
};

it('goes on after a refusal that concerns one device, and tells it with its reason', async () => {
  const outcome = await changeDevices(
    [1, 2, 3, 4],
    async (id) => (id === 2 ? refuse('delegate_has_vm_hosts') : id === 3 ? refuse('not_found') : undefined),
    options,
  );
  expect(outcome).toEqual({ changed: [1, 4], refused: [{ id: 2, reason: 'Refused: delegate_has_vm_hosts' }] });
});

it('tries a delegate again once its hosts are gone', async () => {
  const gone = new Set<number>();
  const progress: number[] = [];
  const outcome = await changeDevices(
    [1, 2],
    async (id) => (id === 1 && !gone.has(2) ? refuse('delegate_has_vm_hosts') : gone.add(id)),
    { ...options, onProgress: (done) => progress.push(done) },
  );
  expect(outcome).toEqual({ changed: [2, 1], refused: [] });
  expect(progress).toEqual([1, 2]);
});

it('ends at a failure that concerns all, and says it', async () => {
  const outcome = await changeDevices([1, 2, 3], async (id) => (id === 2 ? refuse('offline') : undefined), options);
  expect(outcome).toMatchObject({ changed: [1], refused: [], failure: { code: 'offline' } });
});

it('ends when it is stopped', async () => {
  let count = 0;
  const outcome = await changeDevices([1, 2, 3], async () => undefined, { ...options, stopped: () => ++count > 1 });
  expect(outcome.changed).toEqual([1]);
});
