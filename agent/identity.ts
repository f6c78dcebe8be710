import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { privateFile, type PrivateFile } from './private-file.ts';

const Identity = Type.Object({
  /** The server that gave the key: it is sent to no other. */
  server: Type.String(),
  /** Names the enrolment request, so that it may be sent again when its reply was lost. */
  enrollmentKey: Type.String(),
  nodeId: Type.Optional(Type.Integer()),
  key: Type.Optional(Type.String()),
  /** What the agent checks the server's scripts by: the first key that it got. */
  commandKey: Type.Optional(Type.String()),
});
export type Identity = Static<typeof Identity>;
export type IdentityFile = PrivateFile<Identity>;

export function identityFile(dataDirectory: string): IdentityFile {
  return privateFile(join(dataDirectory, 'identity.json'), Identity);
}

/** The identity towards this server (its origin); a new one, kept before it is used, when there is none. */
export function identityFor(file: IdentityFile, server: string): Identity {
  const kept = file.read();
  if (kept?.server === server) return kept;
  const fresh: Identity = { server, enrollmentKey: randomUUID() };
  file.write(fresh);
  return fresh;
}
