import { randomUUID } from 'node:crypto';

/** JSON as a test reads it: any member, down to where it is compared. */
export interface Json {
  [member: string]: Json;
  [index: number]: Json;
}

export interface Answer {
  status: number;
  body: Json;
  /** `Set-Cookie` lines. */
  cookies: string[];
  headers: Headers;
}

/** Somebody with a browser of their own: keeps cookies, sends Origin and an idempotency key. */
export interface Visitor {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string): void;
}

/** A file comes as `{ text }`. */
async function bodyOf(reply: Response): Promise<unknown> {
  if (reply.status === 204) return {};
  return reply.headers.has('content-disposition') ? { text: await reply.text() } : reply.json();
}

export function visitor(url: string, always: Record<string, string> = {}): Visitor {
  const jar = new Map<string, string>();

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        origin: url,
        'idempotency-key': randomUUID(),
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      // Bytes go as they are.
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const cookies = reply.headers.getSetCookie();
    for (const line of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: reply.status,
      body: (await bodyOf(reply)) as Json,
      cookies,
      headers: reply.headers,
    };
  }

  return {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
    cookie: (name) => jar.get(name),
    setCookie: (name, value) => void jar.set(name, value),
  };
}
