// The delegate reads the vSphere simulator of govmomi, which this project did not write.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleRequest } from '#agent/delegate/handle-request.ts';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { buildGovmomi, guestAddress, login, mayBuildGovmomi, type Govmomi } from './govmomi-peer.ts';

describe.skipIf(!mayBuildGovmomi)(
  'the simulator of govmomi (Debian: golang-github-vmware-govmomi-dev, golang-go)',
  () => {
    let govmomi: Govmomi;
    beforeAll(async () => {
      govmomi = await buildGovmomi();
    }, 240_000);
    afterAll(() => govmomi?.remove());

    const ask = (apiPort: number, more: Partial<HostRequest> = {}) =>
      handleRequest({ type: 'ESXI', hostname: '127.0.0.1', apiPort, certificate: '', ...login, ...more });

    it('is a host whose certificate is trusted first, and whose guests are read then (F01-40)', async () => {
      const host = await govmomi.start({ machines: 3 });
      try {
        const shown = await ask(host.port);
        expect(shown).toMatchObject({ code: 'certificate_unknown', host: null, guests: [] });
        const certificate = shown.certificate?.fingerprint ?? '';
        const read = await ask(host.port, { certificate });
        expect(read).toMatchObject({
          code: 'succeeded',
          message: '',
          host: {
            name: 'localhost.localdomain',
            product: 'VMware ESXi 6.5.0 build-5969303',
            model: 'VMware Virtual Platform',
            cpuSockets: 2,
            cpuCores: 2,
            // Two cores of 2,294 MHz, as the simulator was made from.
            cpuMHz: 4588,
            memoryMB: 4095,
          },
        });
        expect(read.guests.map(({ name, power, address, memoryMB }) => [name, power, address, memoryMB])).toEqual(
          ['ha-host_VM0', 'ha-host_VM1', 'ha-host_VM2'].map((name) => [name, 'on', guestAddress, 32]),
        );
        const wrong = await ask(host.port, { certificate, password: 'wrong' });
        expect(wrong).toMatchObject({ code: 'invalid_credentials', host: null, guests: [] });
      } finally {
        await host.stop();
      }
    });

    it('is refused as a vCenter Server', async () => {
      const center = await govmomi.start('vCenter');
      try {
        const { certificate } = await ask(center.port);
        expect(await ask(center.port, { certificate: certificate?.fingerprint ?? '' })).toMatchObject({
          code: 'vm_host_test_delegate_error_with_message',
          message: 'This is a vCenter Server. Enter the address of an ESXi host.',
        });
      } finally {
        await center.stop();
      }
    });
  },
);
