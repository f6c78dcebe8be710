import { Type, type Static } from 'typebox';
import { Closed, Id, Nullable, OneOf, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/** F01-04 */
export const vmHostTypes = ['HYPERV', 'ESXI'] as const;
export type VmHostType = (typeof vmHostTypes)[number];

/** The stages of a test, in this order (F01-08, F01-14, ruling 3). */
export const delegateStages = ['checking', 'downloading', 'installing', 'installed', 'starting', 'testing'] as const;
export type DelegateStage = (typeof delegateStages)[number];

/** How a test ends (F01-26, F01-37 … F01-45). `certificate_unknown`: no known authority signed the certificate, and nobody trusts it yet. */
export const vmHostResults = [
  'succeeded',
  'failed_to_download',
  'failed_to_install',
  'failed_to_start_service',
  'esxi_init_timeout',
  'esxi_unknown',
  'invalid_credentials',
  'certificate_unknown',
  'vm_host_test_error',
  'vm_host_test_delegate_error',
  'vm_host_test_delegate_error_with_message',
] as const;
export type VmHostResult = (typeof vmHostResults)[number];

/** Guests of one host that are read, and the bytes that they may have as JSON; those after them by name are left out. */
export const mostGuests = 500;
export const mostGuestBytes = 200_000;
/** Seconds between two readings of a host. */
export const hostsEverySeconds = 300;

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A DNS name or an IP address; it never starts with a hyphen. Empty for HYPERV: the delegate is the host (ruling 2). */
const HostName = Type.String({ maxLength: 255, pattern: '^([A-Za-z0-9:][A-Za-z0-9._:-]*)?$' });
/** 0 for HYPERV. */
const ApiPort = Type.Integer({ minimum: 0, maximum: 65_535 });
/** SHA-256 fingerprint of the certificate that a person trusts; empty for none. */
export const Fingerprint = Type.String({ maxLength: 95, pattern: '^([0-9A-F]{2}(:[0-9A-F]{2}){31})?$' });

/** The certificate that a host shows. */
export const HostCertificate = Closed({
  subject: Text(255),
  issuer: Text(255),
  /** As OpenSSL spells it: "Nov 26 12:00:00 2027 GMT". */
  validTo: Text(64),
  fingerprint: Fingerprint,
  /** A known authority signed it for this name: a host that had another certificate until now needs no pin any more. */
  isKnown: Type.Optional(Type.Boolean()),
});

export const VmHostFacts = Closed({
  name: Text(255),
  /** "VMware ESXi 8.0.3 build-24022510" */
  product: Text(255),
  version: Text(50),
  build: Text(50),
  vendor: Text(100),
  model: Text(100),
  uuid: Text(64),
  cpuModel: Text(200),
  cpuSockets: Amount,
  cpuCores: Amount,
  /** Of all cores together. */
  cpuMHz: Amount,
  memoryMB: Amount,
  /** Null while the host does not say. */
  cpuUsedMHz: Nullable(Amount),
  memoryUsedMB: Nullable(Amount),
  upSeconds: Nullable(Amount),
});

export const VmGuest = Closed({
  /** The host's own id of the guest: a managed object id of vSphere, the VMId of Hyper-V. */
  externalId: Type.String({ minLength: 1, maxLength: 100 }),
  name: Text(255),
  power: OneOf(['on', 'off', 'suspended']),
  os: Text(255),
  hostName: Text(255),
  /** Empty while the guest does not tell it. */
  address: Text(64),
  cpus: Type.Integer({ minimum: 0, maximum: 100_000 }),
  memoryMB: Amount,
  storageMB: Amount,
  /** VMware Tools, or the integration services of Hyper-V, run in the guest. */
  tools: Type.Boolean(),
});
export type VmGuest = Static<typeof VmGuest>;

const where = { type: OneOf(vmHostTypes), hostname: HostName, apiPort: ApiPort, certificate: Fingerprint };
const login = { username: Text(255), password: Text(1024) };
/** A request to the delegate. */
export const HostRequest = Closed({ ...where, ...login });
export type HostRequest = Static<typeof HostRequest>;

/** The response of the delegate. */
export const HostResponse = Closed({
  code: OneOf(vmHostResults),
  /** Why it failed, for people; empty where the code says it. */
  message: Text(500),
  certificate: Nullable(HostCertificate),
  host: Nullable(VmHostFacts),
  guests: Type.Array(VmGuest, { maxItems: mostGuests }),
});
export type HostResponse = Static<typeof HostResponse>;

/** Installs the delegate where it is missing, and lets it sign in at a host (F01-07, F01-10). */
export const vmHostTest = {
  title: 'VM host test',
  capability: 'vm-host@1',
  permission: 'NODE:Create',
  params: Closed({ ...where, credentialId: Nullable(Id) }),
  sent: HostRequest,
  stages: delegateStages,
  progress: Closed({ stage: OneOf(delegateStages), done: Amount, total: Amount }),
  item: Type.Never(),
  result: Closed({
    code: HostResponse.properties.code,
    message: HostResponse.properties.message,
    certificate: HostResponse.properties.certificate,
    host: HostResponse.properties.host,
    guests: Type.Integer({ minimum: 0, maximum: mostGuests }),
  }),
  budget: { params: 1000, report: 300, items: 0, result: 6000 },
  cancellable: true,
  seconds: 120,
} as const satisfies AgentMethodEntry;

/** Reads a host that was added, and its guests. */
export const vmHostRead = {
  title: 'reading of a VM host',
  capability: 'vm-host@1',
  params: HostRequest,
  result: HostResponse,
  seconds: 90,
} as const;
