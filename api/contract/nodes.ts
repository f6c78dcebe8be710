import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, IdParams, Instant, Nullable, Page, PageQuery, Saved, Text } from './shapes.ts';

export const Node = Type.Object({
  id: Id,
  name: Type.String(),
  systemName: Type.String(),
  friendlyName: Type.String(),
  nodeClass: Type.String(),
  nodeType: Type.String(),
  nodeRoleId: Type.String(),
  clientId: Id,
  locationId: Id,
  parentNodeId: Nullable(Id),
  policyId: Nullable(Id),
  isUp: Type.Boolean(),
  isDown: Type.Boolean(),
  isServer: Type.Boolean(),
  publicIp: Type.String(),
  ipAddresses: Type.Array(Type.String()),
  macAddresses: Type.Array(Type.String()),
  netbiosName: Type.String(),
  lastLoggedInUser: Type.String(),
  biosSerialNumber: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  policyContent: Type.Record(Type.String(), Type.Unknown()),
  lastSeenAt: Nullable(Instant),
});

export const nodeCalls = {
  /** C23-10 */
  listNodeRoles: call({
    method: 'GET',
    path: '/noderole/list',
    summary: 'Node roles',
    reply: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), nodeClass: Type.String() })),
    errors: [],
    permission: 'session',
  }),
  listNodes: call({
    method: 'GET',
    path: '/node',
    summary: 'Devices',
    query: Type.Object({ ...PageQuery, clientId: Type.Optional(Id) }),
    reply: Page(Node),
    errors: [],
    permission: 'NODE:View',
  }),
  readNode: call({
    method: 'GET',
    path: '/node/:id',
    summary: 'One device',
    params: IdParams,
    reply: Node,
    errors: [],
    permission: 'NODE:View',
  }),
  saveNode: call({
    method: 'PUT',
    path: '/node/:id',
    summary: 'Changes a device’s own name, place or role',
    params: IdParams,
    body: Closed({
      friendlyName: Type.Optional(Text()),
      clientId: Type.Optional(Id),
      locationId: Type.Optional(Id),
      nodeRoleId: Type.Optional(Text(100)),
    }),
    reply: Saved('node', Node),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
};
