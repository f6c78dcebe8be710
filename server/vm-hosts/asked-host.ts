import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { readDevice } from '../agents/devices.ts';
import { requireBasic } from '../credentials/require-basic.ts';
import type { CallContext } from '../context.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { screensFor } from '../screens/screens-for.ts';

type Input = BodyOf<Catalogue['testVmHost']> & { locationId?: number };
type Delegate = Awaited<ReturnType<typeof readDevice>>;

const NO_DELEGATE = 'Select a delegate';

export interface AskedHost {
  delegate: Delegate;
  /** What the delegate is asked to test; kept with the command. */
  params: AgentPart<'vmhost.test', 'params'>;
}

/**
 * Judges a request by the screen of the flow `vm-host`; a test has no location yet. What only an ESXi host has is left out
 * of the request for a HYPERV host (ruling 2).
 * @throws Refused `invalid_input`
 */
export async function askedHost(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  { certificate = '', ...body }: Input,
): Promise<AskedHost> {
  const { db } = context;
  const { clientId, locationId, delegateNodeId, name, type, hostname, apiPort, credentialId } = body;
  const place = { clientId, ...(locationId !== undefined && { locationId }), delegateNodeId, name, type };
  const isEsxi = type === 'ESXI';
  const esxi = isEsxi ? defined({ hostname, apiPort, credentialId }) : {};
  const found = screensFor(context, clientId).check('vm-host', 'host', { ...place, ...esxi });
  requireAnswers(found.filter(({ pointer }) => pointer !== '/locationId' || locationId !== undefined));
  const delegate = await readDelegate(context, delegateNodeId);
  requireFields({
    '/delegateNodeId': delegate.clientId === clientId && delegate.agent !== null ? undefined : NO_DELEGATE,
  });
  if (isEsxi) await requireBasic(db, clientId, { '/credentialId': credentialId ?? 0 });
  return {
    delegate,
    params: {
      type,
      hostname: isEsxi ? (hostname ?? '').trim() : '',
      apiPort: isEsxi ? (apiPort ?? 0) : 0,
      credentialId: isEsxi ? (credentialId ?? null) : null,
      certificate: isEsxi ? certificate : '',
    },
  };
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A device that the actor does not see is no different from one that is nowhere. */
async function readDelegate({ db, actor }: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<Delegate> {
  try {
    return await readDevice(db, actor, id);
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found')
      throw new Refused('invalid_input', { fields: { '/delegateNodeId': NO_DELEGATE } });
    throw error;
  }
}
