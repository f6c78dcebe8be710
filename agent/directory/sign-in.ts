import type { MethodHandler } from '../methods/method.ts';
import type { AgentSettings } from '../settings.ts';
import { inSession } from './session.ts';

/** Signs in at the domain controller and disconnects (F04-39). */
export function createDirectorySignIn({
  directory,
}: Pick<AgentSettings, 'directory'>): MethodHandler<'directory.signIn'> {
  return (login, { signal }) => inSession({ url: directory, signal }, login);
}
