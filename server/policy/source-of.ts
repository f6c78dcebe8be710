import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { mayView } from './policies-with.ts';
import type { Resolved } from './resolve.ts';

type Source = ReplyOf<Catalogue['readPolicyConditions']>['values'][number]['source'];

/** Where a value comes from. `own`: the policy that is shown, if any. */
export function sourceOf(actor: Actor, { source }: Pick<Resolved, 'source'>, own?: number): Source {
  if (source === undefined) return { kind: 'DIVISION', policyId: null, name: '' };
  const seen = mayView(actor, source.id);
  return {
    kind: source.id === own ? 'OWN' : 'POLICY',
    policyId: seen ? source.id : null,
    name: seen ? source.name : '',
  };
}
