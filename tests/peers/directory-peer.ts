import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import { readElements, readNumber, sizeOfFirst, type Element } from '#agent/directory/ber.ts';
import { isWithin, parentOf } from '#api/contract/distinguished-name.ts';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { corp, corpTree, directoryUsers, type DirectoryEntry, type DirectoryUser } from './directory-tree.ts';
import { entryMessage, matches, pageOf, reply, type Result } from './directory-wire.ts';
import type { Peer } from './peer.ts';

export interface DirectoryOptions {
  /** The domain; `DC=corp,DC=test` unless said. */
  root?: string;
  entries?: readonly DirectoryEntry[];
  users?: readonly DirectoryUser[];
  /** `ldaps:` from the first byte. */
  ldaps?: boolean;
  /** That of localhost unless said. */
  certificate?: { cert: string; key: string };
  /** Whether it offers StartTLS; it does unless said. */
  startTls?: boolean;
  /** Refuses a sign-in without TLS with strongerAuthRequired. */
  needsTls?: boolean;
  /** Ends every search below the root with this result. */
  searchFault?: { resultCode: number; message: string };
  host?: string;
  port?: number;
}

export interface Directory extends Peer {
  /** `ldap://127.0.0.1:port` */
  url: string;
  port: number;
  /** Every sign-in that was tried, with what was sent. */
  binds: { name: string; password: string; encrypted: boolean }[];
  /** The base, scope and page size (0 without pages) of every search. */
  searches: { base: string; scope: number; pageSize: number }[];
  /** Connections that are open. */
  open(): number;
}

/** As Active Directory has it, without pages. */
const MOST_ENTRIES = 1000;
const START_TLS = '1.3.6.1.4.1.1466.20037';
const code = {
  success: 0,
  protocolError: 2,
  sizeLimit: 4,
  strongerAuth: 8,
  noSuchObject: 32,
  credentials: 49,
  unavailable: 52,
};

/** A directory of our own on loopback that answers as Active Directory does. */
export async function startDirectory(options: DirectoryOptions = {}): Promise<Directory> {
  const { root = corp, entries = corpTree, users = directoryUsers, startTls = true, host = '127.0.0.1' } = options;
  const certificate = options.certificate ?? localhostCertificate;
  const binds: Directory['binds'] = [];
  const searches: Directory['searches'] = [];
  const sockets = new Set<Socket>();

  function bind(parts: readonly Element[], encrypted: boolean): Result {
    const [, name = '', password = ''] = parts.map(({ content }) => content.toString('utf8'));
    binds.push({ name, password, encrypted });
    if (options.needsTls && !encrypted)
      return { resultCode: code.strongerAuth, message: 'BindSimple: Transport encryption required.' };
    // RFC 4513 §5.1.2: without a password nobody has signed in.
    if (password === '') return { resultCode: code.success, message: '' };
    const user = users.find(({ names }) => names.some((each) => each.toLowerCase() === name.toLowerCase()));
    const reason = user === undefined || user.password !== password ? '52e' : user.refusal;
    if (reason === undefined) return { resultCode: code.success, message: '' };
    const message = `80090308: LdapErr: DSID-0C090569, comment: AcceptSecurityContext error, data ${reason}, v4f7c\0`;
    return { resultCode: code.credentials, message };
  }

  function find(base: string, scope: number, filter: Element): readonly DirectoryEntry[] | undefined {
    const same = (a: string, b: string) => isWithin(a, b) && isWithin(b, a);
    if (base === '' && scope === 0)
      return [{ dn: '', attributes: { objectClass: 'top', defaultNamingContext: root, namingContexts: [root] } }];
    if (!entries.some(({ dn }) => same(dn, base))) return undefined;
    const isInScope = ({ dn }: DirectoryEntry) =>
      scope === 2 ? isWithin(dn, base) : same(scope === 0 ? dn : parentOf(dn), base);
    return entries.filter((entry) => isInScope(entry) && matches(entry, filter));
  }

  function search(id: number, parts: readonly Element[], controls: Element | undefined): Buffer[] {
    const [base, scope, , sizeLimit, , , filter, wanted] = parts;
    if (!base || !scope || !sizeLimit || !filter || !wanted) throw new Error('A search is incomplete');
    const path = base.content.toString('utf8');
    const page = controls && pageOf(controls);
    searches.push({ base: path, scope: readNumber(scope), pageSize: page?.size ?? 0 });
    const found = find(path, readNumber(scope), filter);
    const fault = found === undefined ? { resultCode: code.noSuchObject, message: '0000208D: NameErr' } : undefined;
    const refused = path === '' ? undefined : (options.searchFault ?? fault);
    if (refused || !found) return [reply(id, 0x65, refused ?? { resultCode: code.noSuchObject, message: '' })];
    const limit = readNumber(sizeLimit) || MOST_ENTRIES;
    const from = page?.from ?? 0;
    const sent = found.slice(from, from + Math.min(page?.size ?? limit, limit));
    const next = from + sent.length;
    const isCut = page === undefined && next < found.length;
    const result = { resultCode: isCut ? code.sizeLimit : code.success, message: '' };
    const attributes = readElements(wanted.content).map(({ content }) => content.toString('utf8').toLowerCase());
    const cookie = next < found.length ? String(next) : '';
    return [...sent.map((entry) => entryMessage(id, entry, attributes)), reply(id, 0x65, result, page && cookie)];
  }

  function serve(socket: Socket): void {
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (
        let size = sizeOfFirst(received);
        size !== undefined && size <= received.length;
        size = sizeOfFirst(received)
      ) {
        const [message] = readElements(received.subarray(0, size));
        received = received.subarray(size);
        if (message) answer(message);
      }
    };
    const answer = (message: Element) => {
      const [number, operation, controls] = readElements(message.content);
      if (!number || !operation || operation.tag === 0x42) return void socket.end();
      const id = readNumber(number);
      if (operation.tag === 0x60)
        socket.write(reply(id, 0x61, bind(readElements(operation.content), socket instanceof TLSSocket)));
      else if (operation.tag === 0x63)
        socket.write(Buffer.concat(search(id, readElements(operation.content), controls)));
      else if (operation.content.toString('latin1').includes(START_TLS)) upgrade(id);
      else socket.write(reply(id, 0x78, { resultCode: code.protocolError, message: 'unknown request' }));
      return undefined;
    };
    const upgrade = (id: number) => {
      if (!startTls) {
        const message = '00000000: LdapErr: DSID-0C090F73, comment: Error initializing SSL/TLS, data 0, v4f7c';
        socket.write(reply(id, 0x78, { resultCode: code.unavailable, message }));
        return;
      }
      socket.off('data', onData);
      socket.write(reply(id, 0x78, { resultCode: code.success, message: '' }));
      serve(new TLSSocket(socket, { isServer: true, ...certificate }));
    };
    sockets.add(socket);
    socket.setNoDelay();
    socket
      .on('data', onData)
      .on('error', () => socket.destroy())
      .on('close', () => sockets.delete(socket));
  }

  const server = options.ldaps ? createSecureServer(certificate, serve) : createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.ldaps ? 'ldaps' : 'ldap'}://${host}:${port}`,
    port,
    binds,
    searches,
    open: () => sockets.size,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
