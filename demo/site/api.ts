/** Calls of the running server, as one signed-in user. */
export interface Api {
  get(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
  put(path: string, body: object): Promise<Reply>;
}

export type Reply = Record<string, unknown>;

/** Calls with the cookie of a session; proves the password again when the server asks. Each throws where the server refuses. */
export function createApi(url: string, cookie: string, password: string): Api {
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const first = await send(url, { method, path, body, cookie });
    if (first.reply['errorCode'] !== 'PASSWORD_REQUIRED') return first.require();
    (await send(url, { method: 'POST', path: '/session/password', body: { password }, cookie })).require();
    return (await send(url, { method, path, body, cookie })).require();
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  };
}

interface Request {
  method: string;
  path: string;
  body?: object | undefined;
  cookie?: string;
}

export async function send(url: string, { method, path, body, cookie }: Request) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      origin: url,
      'idempotency-key': crypto.randomUUID(),
      ...(cookie !== undefined && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const parsed: unknown = answer.status === 204 ? {} : await answer.json();
  const reply: Reply = isReply(parsed) ? parsed : { items: parsed };
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('cairn_session='));
  return {
    reply,
    cookie: session?.split(';')[0] ?? '',
    require(): Reply {
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
      return reply;
    },
  };
}

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a reply that is an object, such as `client` of an added organization. */
export function partOf(reply: Reply, name: string): Reply {
  const part = reply[name];
  if (!isReply(part)) throw new Error(`the reply has no ${name}`);
  return part;
}

/** The objects of a list in a reply. */
export function listOf(reply: Reply, name: string): Reply[] {
  const list = reply[name];
  return Array.isArray(list) ? list.filter(isReply) : [];
}
