import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import type { Services } from '../services.ts';

/**
 * The screens by which a request for an organization is judged: its variants, where it has some. An organization that the actor does not
 * see is judged as if it had none, since a refusal would say what its screens ask.
 */
export function screensFor(
  { actor, services: { screens } }: { actor: Actor; services: Pick<Services, 'screens'> },
  organizationId: number,
): ScreenLibrary {
  return holds(actor, 'ORGANIZATION:View', organizationId) ? screens.forOrganization(organizationId) : screens;
}
