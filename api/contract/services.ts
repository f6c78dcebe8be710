import { Type } from 'typebox';
import { call } from './call.ts';
import { serviceManagers, serviceStarts, serviceStates } from './service-names.ts';
import { IdParams, Instant, Nullable, OneOf } from './shapes.ts';

export const serviceCalls = {
  listDeviceServices: call({
    method: 'GET',
    path: '/device/:id/service',
    summary: 'The services of a device by their names, at most 2,000, as its agent last reported them',
    params: IdParams,
    reply: Type.Object({
      /** Null before the first report. */
      manager: Nullable(OneOf(serviceManagers)),
      reportedAt: Nullable(Instant),
      items: Type.Array(
        Type.Object({
          name: Type.String(),
          label: Type.String(),
          state: OneOf(serviceStates),
          start: OneOf(serviceStarts),
          /** When it was first seen in this state; it may have been in it before unless `changed`. */
          since: Instant,
          changed: Type.Boolean(),
        }),
      ),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
};
