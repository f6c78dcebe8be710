import { flowCase } from '../flow-case.ts';

const host = {
  name: 'esxi-1',
  product: 'VMware ESXi 8.0.3 build-24022510',
  version: '8.0.3',
  build: '24022510',
  vendor: 'Dell Inc.',
  model: 'PowerEdge R750',
  uuid: '4c4c4544-0042',
  cpuModel: 'Intel Xeon Gold 6330',
  cpuSockets: 2,
  cpuCores: 56,
  cpuMHz: 112_000,
  memoryMB: 524_288,
  cpuUsedMHz: 21_000,
  memoryUsedMB: 310_000,
  upSeconds: 864_000,
};
const certificate = {
  subject: 'CN=esxi-1.example',
  issuer: 'O=VMware Installer',
  validTo: 'Nov 26 12:00:00 2027 GMT',
  fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
};
const nothing = { certificate: null, host: null, guests: 0 };
const stages = ['checking', 'downloading', 'installing', 'installed', 'starting', 'testing'];
const at = (stage: string) => ({
  stage,
  stages,
  done: 0,
  total: 0,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
});

const stored = {
  id: 7,
  clientId: 1,
  locationId: 1,
  delegateNodeId: 1,
  name: 'ESXi',
  type: 'ESXI',
  hostname: 'esxi.example',
  apiPort: 443,
  credentialId: 1,
  certificate: Array.from({ length: 32 }, () => 'CD').join(':'),
  revision: 3,
};
const hyperV = { ...stored, type: 'HYPERV', hostname: 'hv-1', apiPort: 0, credentialId: null, certificate: '' };

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  // Each path chooses in four fields, three of which depend on the first.
  budget: { dom: 18 },
  replies: {
    testVmHost: {
      succeeded: { code: 'succeeded', message: '', certificate: null, host, guests: 12 },
      'certificate unknown': { ...nothing, code: 'certificate_unknown', message: '', certificate },
      'credentials refused': { ...nothing, code: 'invalid_credentials', message: 'Invalid credentials' },
    },
    addVmHost: { added: { resultCode: 'SUCCESS', id: 12 } },
    readVmHost: {
      'with a pin': stored,
      'of Hyper-V': hyperV,
      'without its credential': { ...stored, credentialId: null },
    },
    saveVmHost: { saved: { resultCode: 'SUCCESS', vmHost: { ...stored, revision: 4 } } },
  },
  refusedAt: {
    device_offline: '/delegateNodeId',
    unsupported_target: '/delegateNodeId',
    delegate_already_has_existing_host: '/delegateNodeId',
  },
  progress: {
    testVmHost: { 'installs the delegate': at('installing'), 'signs in': at('testing') },
  },
  states: {
    loading: { heading: 'Loading the VM host' },
    loadFailed: { heading: 'The VM host could not be read', offers: ['Try again', 'Close'] },
    'editing.host': {
      heading: 'VM host',
      offers: ['Test'],
      clauses:
        'F01-01 F01-02 F01-03 F01-04 F01-05 F01-12 F01-15 F01-16 F01-17 F01-18 F01-19 F01-29 F01-30 F01-32 F01-34'.split(
          ' ',
        ),
    },
    'editing.tested': { heading: 'VM host', clauses: ['F01-11'] },
    testing: { heading: 'Testing the VM host', clauses: ['F01-08', 'F01-10', 'F01-14'] },
    lost: { heading: 'The test cannot be followed', offers: ['Try again', 'Close'] },
    trusting: { heading: 'Trust this certificate?', offers: ['Trust and test', 'Back'] },
    changed: { heading: 'The certificate has changed', offers: ['Trust the new certificate and test', 'Back'] },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this VM host', offers: ['Back'] },
    adding: { heading: 'Adding the VM host' },
    added: {
      heading: 'VM host added',
      offers: ['Go to VM host dashboard', 'Done'],
      clauses: ['F01-13'],
    },
  },
});
