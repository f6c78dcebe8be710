import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Text } from './shapes.ts';

export const pageReportCalls = {
  /** The page reports errors other than client 4xx and network noise (C22-01). */
  reportError: call({
    method: 'POST',
    path: '/error-report',
    summary: 'Takes an error report of the page',
    body: Closed({
      message: Text(2000),
      stack: Type.Optional(Text(8000)),
      route: Type.Optional(Text(500)),
      version: Type.Optional(Text(50)),
    }),
    reply: Done,
    errors: [],
    permission: 'public',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** One visit in a hundred sends a trace of its start (C22-03). */
  reportTrace: call({
    method: 'POST',
    path: '/trace-report',
    summary: 'Takes a trace of how a visit began: what took how long, in milliseconds since its navigation',
    body: Closed({
      route: Text(500),
      spans: Type.Array(
        Closed({ name: Text(200), start: Type.Number({ minimum: 0 }), duration: Type.Number({ minimum: 0 }) }),
        { maxItems: 100 },
      ),
    }),
    bodyBytes: 64 * 1024,
    reply: Done,
    errors: [],
    permission: 'session',
    changesNothing: true,
    rate: { max: 10, seconds: 60 },
  }),
};
