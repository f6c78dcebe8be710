import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Revision, Saved, Text } from './shapes.ts';

export const Policy = Type.Object({
  id: Id,
  name: Type.String(),
  notes: Type.String(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
const PolicyInput = Closed({ name: Text(100), notes: Type.Optional(Text(1000)) });

export const policyCalls = {
  listPolicies: call({
    method: 'GET',
    path: '/policy',
    summary: 'Policies, by name',
    reply: Type.Array(Policy),
    errors: [],
    permission: 'sysadmin',
  }),
  readPolicy: call({
    method: 'GET',
    path: '/policy/:id',
    summary: 'One policy',
    params: IdParams,
    reply: Policy,
    errors: [],
    permission: 'sysadmin',
  }),
  addPolicy: call({
    method: 'POST',
    path: '/policy',
    summary: 'Adds a policy',
    body: PolicyInput,
    reply: Saved('policy', Policy),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  savePolicy: call({
    method: 'PUT',
    path: '/policy/:id',
    summary: 'Changes a policy',
    params: IdParams,
    body: PolicyInput,
    reply: Saved('policy', Policy),
    errors: ['conflict'],
    revised: Policy,
    permission: 'sysadmin',
    idempotent: true,
  }),
  removePolicy: call({
    method: 'DELETE',
    path: '/policy/:id',
    summary: 'Removes a policy',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
};
