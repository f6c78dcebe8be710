import { expect, it } from 'vitest';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { handleRequest } from './handle-request.ts';

const request: HostRequest = {
  type: 'HYPERV',
  hostname: '',
  apiPort: 0,
  certificate: '',
  username: '',
  password: '',
};
const printed = {
  missing: false,
  name: 'HV-1',
  product: 'Microsoft Windows Server 2022 Datacenter',
  version: '10.0.20348',
  build: '20348',
  vendor: 'HPE',
  model: 'ProLiant DL380 Gen10',
  uuid: '37343338-3830',
  cpuModel: 'Intel(R) Xeon(R) Silver 4214 ',
  cpuSockets: 2,
  cpuCores: 24,
  cpuMHz: 52_800,
  load: 25,
  memoryMB: 262_144,
  freeMB: 62_144,
  upSeconds: 3600,
  guests: [
    {
      id: 'b1',
      name: 'dc-1',
      state: 'Running',
      cpus: 2,
      memoryMB: 4096,
      storageMB: 40_000,
      address: '192.0.2.5',
      tools: true,
    },
    { id: 'b2', name: 'old', state: 'Saved', cpus: 1, memoryMB: 1024, storageMB: 0, address: '', tools: false },
  ],
};

it('returns the host and the guests that PowerShell prints', async () => {
  let asked = '';
  const answer = await handleRequest(request, async (script) => {
    asked = script;
    return JSON.stringify(printed);
  });
  expect(asked).toContain('Get-VM');
  expect(answer).toMatchObject({
    code: 'succeeded',
    host: { name: 'HV-1', cpuModel: 'Intel(R) Xeon(R) Silver 4214', cpuUsedMHz: 13_200, memoryUsedMB: 200_000 },
    guests: [
      { externalId: 'b1', name: 'dc-1', power: 'on', address: '192.0.2.5', tools: true },
      { externalId: 'b2', name: 'old', power: 'suspended' },
    ],
  });
});

it('says that Hyper-V is not installed', async () => {
  expect(await handleRequest(request, async () => '{"missing":true}')).toMatchObject({
    code: 'vm_host_test_delegate_error_with_message',
    message: 'Hyper-V is not installed on the monitor delegate, or its PowerShell module is missing.',
  });
});

it.skipIf(process.platform === 'win32')('says that only Windows has Hyper-V', async () => {
  expect(await handleRequest(request)).toMatchObject({
    code: 'vm_host_test_delegate_error_with_message',
    message: 'The monitor delegate does not run Windows: it has no Hyper-V.',
  });
});

it.each(['', '[]', '{"missing":false}'])('fails when PowerShell prints %j', async (text) => {
  expect(await handleRequest(request, async () => text)).toMatchObject({ code: 'vm_host_test_error', host: null });
});
