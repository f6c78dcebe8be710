import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import { randomUUID } from 'node:crypto';
import { largestMessage } from '#api/contract/agent.ts';
import { usualBodyBytes, type Call } from '#api/contract/call.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { Nothing } from '#api/contract/shapes.ts';
import type { Actor } from '../access/actor.ts';
import type { Services } from '../services.ts';
import { addressGroup } from '../accounts/address-group.ts';
import { actorOf, requireOwnOrigin, requirePermission } from './gate.ts';
import { Refused } from '../refused.ts';
import { measured } from './measure.ts';
import { customSchemasOf } from '../custom/custom-fields.ts';
import { openApi } from './openapi.ts';
import { readBodies } from './read-bodies.ts';
import { refuse, toRefused } from './refusal.ts';
import { serveCall, changesSomething } from './serve-call.ts';
import type { AnyHandler } from './served.ts';
import { attachmentRoute, previewRoute, serveAttachments } from './serve-attachments.ts';
import { serveUploads, uploadRoute } from './serve-uploads.ts';
import { exemptSteadyBodies, requestSecondsOf } from './steady-body.ts';
import { httpsServer } from './tls.ts';
import { securityHeaders } from './security-headers.ts';
import { bodyCheck } from '../body-check.ts';
import { addressCheck } from './address-check.ts';
import { replyCheck, replyWriter } from './write-reply.ts';

/** Handles a WebSocket that passed the gate. */
export type SocketHandler = (socket: WebSocket, request: FastifyRequest, actor: Actor) => void;

export interface AppOptions {
  services: Services;
  calls: readonly (readonly [CallName, Call])[];
  handlers: Partial<Record<CallName, AnyHandler>>;
  sockets: Partial<Record<CallName, SocketHandler>>;
  /** Authorizes a WebSocket that requires no session, before the upgrade. @throws Refused */
  admit?: Partial<Record<CallName, (request: FastifyRequest) => Promise<void>>>;
  /** Disabled only in tests that send thousands of requests from one address. */
  rateLimits?: boolean;
  /** Fails a call whose reply does not match the catalogue, in tests. */
  holdReplies?: boolean;
  log: FastifyBaseLogger;
}

const HEADERS_SECONDS = 20;
const CHECK_CONNECTIONS_MS = 2000;
const uncatalogued = new Set(['/api/openapi.json']);
/** What JSON cannot say: the bytes of uploads and attachments. */
const isBytes = (method: string, url: string) =>
  (method === 'PATCH' && url === uploadRoute) ||
  (method === 'GET' && (url === attachmentRoute || url === previewRoute));

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** The name of the call in the catalogue. */
    call?: CallName;
  }
}

/** The HTTP server: exactly the calls of the catalogue below `/api`, each with its own permission check. */
export async function createApp({
  services,
  calls,
  handlers,
  sockets,
  admit = {},
  rateLimits = true,
  holdReplies = false,
  log,
}: AppOptions): Promise<FastifyInstance> {
  const { settings } = services;
  const requestSeconds = requestSecondsOf(settings);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: usualBodyBytes,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    // Bounds how long a slow sender holds a connection and its buffered body; uploads have a limit of their own.
    requestTimeout: requestSeconds * 1000,
    http: {
      headersTimeout: Math.min(HEADERS_SECONDS, requestSeconds) * 1000,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    // Shutdown lets in-flight requests finish.
    forceCloseConnections: 'idle',
    ...(settings.tls && { serverFactory: httpsServer(settings.tls) }),
  });
  exemptSteadyBodies(app);
  app.decorateRequest('actor');
  app.setSerializerCompiler(replyWriter);
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Refused('not_found')));
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api') || uncatalogued.has(route.url) || route.url.startsWith('/api/*')) return;
    const path = route.url.slice('/api'.length);
    const methods = [route.method].flat().filter((method) => method !== 'HEAD');
    for (const method of methods) {
      if (isBytes(method, route.url)) continue;
      if (!calls.some(([, call]) => call.path === path && call.method === method)) {
        throw new Error(`${method} /api${path} has no entry in the call catalogue`);
      }
    }
  });
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  // Hooks that run on every request use callbacks: a promise would cost more than their work.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Otherwise keep-alive would hold the connection of an in-flight request open, and delay shutdown by a minute.
    if (closing) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Log changes and server errors at `info`; log plain reads at `debug`.
    const level = request.method === 'GET' && reply.statusCode < 500 ? 'debug' : 'info';
    request.log[level](
      { call: request.routeOptions.config.call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
    done();
  });
  securityHeaders(app, settings.publicUrl);
  readBodies(app);
  await app.register(cookie);
  await app.register(rateLimit, { global: false });
  await app.register(websocket, { options: { maxPayload: largestMessage } });

  for (const [name, call] of calls) {
    const socket = sockets[name];
    const handler = handlers[name];
    if (!socket && !handler) throw new Error(`The call ${name} has no handler`);
    const checks = {
      params: call.params && addressCheck(call.params),
      query: call.query && addressCheck(call.query),
      body: call.body && bodyCheck(call.body),
    };
    const rate = call.rate;
    const isJson = !socket && !call.file && call.reply !== Nothing;
    const declared: object = isJson ? { schema: { response: { 200: call.reply } } } : {};
    const holdReply = holdReplies && isJson ? replyCheck(name, call.reply) : undefined;
    const gate = async (request: FastifyRequest) => {
      // Once set-up is closed, do not reveal what it would have accepted.
      if (call.path.startsWith('/setup') && !(await services.setup.isOpen())) throw new Refused('not_found');
      if (changesSomething(call) || socket) requireOwnOrigin(request, settings);
      // A page reconnects automatically, and a browser cannot send the idle header on a WebSocket, so this does not count as activity.
      request.actor = await actorOf(request, services, socket && Infinity);
      requirePermission(call, request.actor, new Date());
      await admit[name]?.(request);
    };
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      exposeHeadRoute: false,
      ...declared,
      ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
      config: {
        call: name,
        ...(rate &&
          rateLimits && {
            rateLimit: {
              max: rate.max,
              timeWindow: rate.seconds * 1000,
              keyGenerator: ({ ip }: FastifyRequest) => addressGroup(ip),
              errorResponseBuilder: (_request, context) =>
                new Refused('rate_limited', { retryAfter: context.ttl / 1000 }),
            },
          }),
      },
      onRequest: gate,
      preHandler: (request, _reply, done) => {
        checks.params?.(request.params);
        checks.query?.(request.query);
        if (checks.body && request.body === undefined) request.body = {};
        checks.body?.(request.body);
        done();
      },
      handler: async (request, reply) => {
        if (!handler) throw new Refused('not_found');
        const served = { name, call, handler, services, secure: settings.publicUrl.startsWith('https:') };
        const answer = await measured(name, toRefused, () => serveCall(served, request, reply, request.actor));
        if (answer !== null) holdReply?.(answer);
        if (call.cacheSeconds) reply.header('cache-control', `public, max-age=${call.cacheSeconds}`);
        return answer === null ? reply.code(204).send() : answer;
      },
      ...(socket
        ? { wsHandler: (open: WebSocket, request: FastifyRequest) => socket(open, request, request.actor) }
        : {}),
    });
  }

  serveUploads(app, services, rateLimits);
  serveAttachments(app, services);

  // Built lazily: the document is large and rarely requested. A publication may add custom fields.
  const documents = new WeakMap<object, Record<string, unknown>>();
  const customSchemas = (flow: string) => customSchemasOf(services.screens, flow);
  app.get('/api/openapi.json', { exposeHeadRoute: false }, () => {
    const edition = services.screens.edition();
    const document = documents.get(edition) ?? openApi(calls, { version: settings.version, customSchemas });
    documents.set(edition, document);
    return document;
  });
  return app;
}
