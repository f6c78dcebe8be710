import type { FastifyInstance } from 'fastify';

/** Forbids inline scripts and eval; allows inline styles, because components set them. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function securityHeaders(app: FastifyInstance, publicUrl: string): void {
  const always = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    const own = reply.getHeader('content-security-policy');
    reply.headers(always);
    // A route may allow less than the pages need.
    if (own !== undefined) reply.header('content-security-policy', own);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}
