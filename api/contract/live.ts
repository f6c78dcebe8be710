import { Type } from 'typebox';
import { call } from './call.ts';
import { Instant } from './shapes.ts';

/** A live message: a topic and ids, never contents; the page refetches what it may see. */
export const LiveMessage = Type.Object({
  topic: Type.String(),
  ids: Type.Array(Type.Union([Type.Integer(), Type.String()])),
  at: Instant,
});

export const liveCalls = {
  live: call({
    method: 'GET',
    path: '/live',
    summary: 'Live messages over a WebSocket',
    reply: LiveMessage,
    errors: [],
    permission: 'session',
    websocket: true,
  }),
};
