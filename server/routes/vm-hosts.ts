import type { vmHostCalls } from '#api/contract/vm-hosts.ts';
import type { Handlers } from '../http/handler.ts';
import { addHost } from '../vm-hosts/add-host.ts';
import { listDelegates } from '../vm-hosts/delegates.ts';
import { listGuests, refreshHost } from '../vm-hosts/guests.ts';
import { readEditedHost, saveHost } from '../vm-hosts/save-host.ts';
import { testHost } from '../vm-hosts/test-host.ts';

export const vmHostHandlers: Handlers<keyof typeof vmHostCalls> = {
  listVmDelegates: (context, { query }) => listDelegates(context, query),
  testVmHost: (context, { body }) => testHost(context, body),
  addVmHost: (context, { body }) => addHost(context, body),
  readVmHost: (context, { params }) => readEditedHost(context, params.id),
  saveVmHost: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    vmHost: await saveHost(context, params.id, body),
  }),
  listVmGuests: (context, { params }) => listGuests(context, params.id),
  async refreshVmHost(context, { params }) {
    await refreshHost(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
};
