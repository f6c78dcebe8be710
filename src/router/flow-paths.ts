import '../flow/console-flows.ts';
import { flowManifests } from '../flow/registry.ts';

/** A flow's route in the router's format. */
export interface FlowRoute {
  flowId: string;
  mode: 'NEW' | 'EDIT';
  path: string;
  /** The flow copies the entity `$id` instead of changing it. */
  copies?: true;
}

/** Every route of every flow that runs inside the console. */
export function flowRoutes(): FlowRoute[] {
  const found: FlowRoute[] = [];
  for (const [flowId, { presentation, routes }] of flowManifests) {
    if (presentation === 'page') continue;
    if (routes?.add) found.push({ flowId, mode: 'NEW', path: routes.add });
    if (routes?.edit) found.push({ flowId, mode: 'EDIT', path: routes.edit });
    if (routes?.copy) found.push({ flowId, mode: 'NEW', path: routes.copy, copies: true });
  }
  return found;
}

/** The path that resumes a draft; undefined when its flow no longer has a route. */
export function draftPath({
  id,
  flow,
  subject,
}: {
  id: string;
  flow: string;
  subject: string | null;
}): string | undefined {
  const routes = flowManifests.get(flow)?.routes;
  const path = subject === null ? routes?.add : routes?.edit?.replace('$id', encodeURIComponent(subject));
  return path === undefined ? undefined : `${path}?draft=${id}`;
}
