import { startAuthentication, startRegistration, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser';
import { callApi, type CallReply } from '#api/client.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Refusal } from '#engine/flow/flow.ts';
import type { Door } from './door.ts';

interface Ceremony {
  /** The call that makes the challenge. */
  begin: string;
  /** Answers for `field` of the body. */
  field: string;
  ask(options: unknown): Promise<unknown>;
}

const ceremonies: Readonly<Record<string, Ceremony>> = {
  confirmSignIn: {
    begin: 'beginSecurityKeyProof',
    field: 'code',
    async ask(options) {
      const optionsJSON = options as CallReply<'beginSecurityKeyProof'>;
      const { id, response } = await startAuthentication({ optionsJSON });
      const { clientDataJSON, authenticatorData, signature } = response;
      return { id, response: { clientDataJSON, authenticatorData, signature } };
    },
  },
  addSecurityKey: {
    begin: 'beginSecurityKey',
    field: 'response',
    async ask(options) {
      const optionsJSON = options as CallReply<'beginSecurityKey'>;
      const { id, response } = await startRegistration({ optionsJSON });
      const { clientDataJSON, attestationObject, transports } = response;
      return { id, response: { clientDataJSON, attestationObject, transports } };
    },
  },
};

/**
 * Lets the browser ask the person for a security key, and puts what it says into the body of the call. Throws `CallFailed`, or a
 * `Refusal` with `security_key_not_used`.
 */
export async function askSecurityKey<Request extends { body?: unknown }>(
  name: string,
  request: Request,
  { door, signal }: { door: Door; signal: AbortSignal },
): Promise<Request> {
  const ceremony = ceremonies[name];
  if (ceremony === undefined) throw new Error(`the call "${name}" takes no security key`);
  const options = await door(ceremony.begin, {}, { signal });
  const cancel = (): void => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const said = await ceremony.ask(options);
    return { ...request, body: { ...(request.body as object), [ceremony.field]: JSON.stringify(said) } };
  } catch (error) {
    throw notUsed(error);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Signs in, or confirms, with a security key outside any flow. Throws `CallFailed`, or a `Refusal` with `security_key_not_used`. */
export async function confirmWithKey(): Promise<CallReply<'confirmSignIn'>> {
  const body = { type: 'U2F_TOKEN' as const, code: '' };
  const door: Door = (name, input, options) => callApi(name as CallName, input as never, options);
  const request = await askSecurityKey('confirmSignIn', { body }, { door, signal: new AbortController().signal });
  return callApi('confirmSignIn', request);
}

function notUsed(error: unknown): Refusal {
  return { code: 'security_key_not_used', message: wordsFor(error) };
}

function wordsFor(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This security key is set up already.';
  // The person cancelled, or let the time pass: browsers do not say which.
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The security key was not used. Try again.';
  return 'This browser cannot use a security key here. Open Cairn at the address that your administrator set up.';
}
