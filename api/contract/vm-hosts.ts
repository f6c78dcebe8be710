import { Type } from 'typebox';
import { Fingerprint, VmGuest, VmHostFacts, vmHostTest, vmHostTypes } from './agent-methods/vm-host.ts';
import { call } from './call.ts';
import { Run } from './runs.ts';
import {
  AgentChoice,
  Closed,
  Done,
  Id,
  IdParams,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Revision,
  Saved,
  Text,
  Uuid,
} from './shapes.ts';

const TypeOfHost = OneOf(vmHostTypes);

/** What a test and an added host have in common (F01-03, F01-05, F01-28). */
const hostFields = {
  clientId: Id,
  delegateNodeId: Id,
  name: Text(100),
  type: TypeOfHost,
  /** Of an ESXI host alone, as the next three: DNS name or IP address. */
  hostname: Type.Optional(Text(255)),
  apiPort: Type.Optional(Type.Integer()),
  credentialId: Type.Optional(Id),
  /** SHA-256 fingerprint of the certificate that the person trusts where no known authority signed it. */
  certificate: Type.Optional(Fingerprint),
};

/** A VM host, as its dashboard shows it. */
export const VmHost = Type.Object({
  type: TypeOfHost,
  hostname: Type.String(),
  apiPort: Type.Integer(),
  credentialName: Nullable(Type.String()),
  /** Null for one that may not be seen. */
  delegate: Nullable(Type.Object({ nodeId: Id, nodeName: Type.String() })),
  facts: VmHostFacts,
  readAt: Instant,
  /** Why the latest reading failed; empty after one that did not. */
  error: Type.String(),
});

/** A VM host, as its form edits it. */
const EditedVmHost = Type.Object({
  id: Id,
  clientId: Id,
  locationId: Id,
  /** Null for one that the caller may not see. */
  delegateNodeId: Nullable(Id),
  name: Type.String(),
  type: TypeOfHost,
  hostname: Type.String(),
  apiPort: Type.Integer(),
  /** Null for HYPERV, and once the credential was removed. */
  credentialId: Nullable(Id),
  /** The fingerprint that a person trusts; empty where a known authority signed the certificate. */
  certificate: Type.String(),
  revision: Revision,
});

const { externalId: _, ...guestFields } = VmGuest.properties;
/** A guest of a VM host, as its dashboard shows it. */
export const VmGuestDevice = Type.Object({
  ...guestFields,
  host: Nullable(Type.Object({ nodeId: Id, nodeName: Type.String() })),
});

export const vmHostCalls = {
  /** F01-27: the picker reads 50 at a time. */
  listVmDelegates: call({
    method: 'GET',
    path: '/node/delegate',
    summary: 'Devices of an organization that can be the monitor delegate of a VM host',
    query: Type.Object({
      clientId: Id,
      ...PageQuery,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
    }),
    reply: Page(AgentChoice),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F01-20: the reply is the run; its stages are `delegateStages`. */
  testVmHost: call({
    method: 'POST',
    path: '/node/delegate/vmhost/test',
    summary: 'Installs the delegate on a device and tests a VM host from there',
    body: Closed(hostFields),
    reply: Run,
    result: vmHostTest.result,
    errors: ['device_offline', 'unsupported_target'],
    permission: 'NODE:Create',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** F01-01, F01-06, F01-21. `test`: the run that tested the same host successfully (F01-11). */
  addVmHost: call({
    method: 'POST',
    path: '/node/delegate/vmhost',
    summary: 'Adds a VM host that was tested',
    body: Closed({ ...hostFields, locationId: Id, test: Uuid }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Id }),
    errors: ['delegate_already_has_existing_host', 'vm_host_not_tested'],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  readVmHost: call({
    method: 'GET',
    path: '/node/vmhost/:id',
    summary: 'How the delegate reads a VM host, without the login',
    params: IdParams,
    reply: EditedVmHost,
    errors: [],
    permission: 'NODE:Update',
  }),
  /** `test`: the run that tested the host as it is saved (F01-11). Organization, location and type stay as they are. */
  saveVmHost: call({
    method: 'PUT',
    path: '/node/vmhost/:id',
    summary: 'Changes a VM host that was tested',
    params: IdParams,
    body: Closed({ ...hostFields, locationId: Id, test: Uuid }),
    reply: Saved('vmHost', EditedVmHost),
    errors: ['conflict', 'delegate_already_has_existing_host', 'vm_host_not_tested'],
    revised: EditedVmHost,
    permission: 'NODE:Update',
    idempotent: true,
  }),
  listVmGuests: call({
    method: 'GET',
    path: '/node/vmhost/:id/guest',
    summary: 'Guests of a VM host, by name',
    params: IdParams,
    reply: Type.Object({ items: Type.Array(Type.Object({ nodeId: Id, ...guestFields })) }),
    errors: [],
    permission: 'NODE:View',
  }),
  refreshVmHost: call({
    method: 'POST',
    path: '/node/vmhost/:id/refresh',
    summary: 'Lets the delegate read a VM host within seconds',
    params: IdParams,
    reply: Done,
    errors: ['device_offline'],
    permission: 'NODE:Update',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
};
