import type { DeploymentCode } from '#api/contract/agent-methods/deployment.ts';
import type { DirectoryCode } from '#api/contract/agent-methods/directory.ts';
import type { CheckCode } from '#api/contract/directory.ts';

/** What a credential or a path is refused with (F04-27, F04-45 … F04-49). `undefined`: the general words, and what the directory said. */
const codes: Readonly<Record<DirectoryCode, string | undefined>> = {
  succeeded: '',
  invalid_ou_path: 'Invalid OU Path',
  access_denied: 'Insufficient privilege',
  required_privilege_not_held: 'Insufficient privilege',
  incorrect_username_or_password: 'Invalid credentials',
  encryption_refused:
    'The domain controller offers no encrypted sign-in. Allow sign-in without encryption, or set up LDAPS.',
  certificate_untrusted:
    'The certificate of the domain controller is not trusted by the device that reads the directory.',
  unreachable: 'The directory did not respond.',
  failed: undefined,
};

interface Said {
  code: DirectoryCode;
  message: string;
}

/** How the reading of a directory ended, in words; empty for a good end (F04-46). */
export function wordsOfReading({ code, message }: Said): string {
  return withReason(codes[code] ?? 'Error validating OU Path', { code, message });
}

/** How the reading of a tree ended, in words; empty for a good end (F04-51). */
export function wordsOfTree({ code, message }: Said): string {
  return code === 'succeeded'
    ? ''
    : withReason('Error loading Active Directory tree', { code, message: codes[code] || message });
}

/** How a sign-in ended, in words; empty for a good end (F04-47 … F04-49). */
export function wordsOfSignIn({ code, message }: Said): string {
  return withReason(codes[code] ?? 'Credentials could not be validated', { code, message });
}

function withReason(words: string, { code, message }: Said): string {
  return code === 'succeeded' || message === '' ? words : `${words}. ${message}`;
}

/** How an installation ended and what can be done about it; `undefined`: what the computer said. */
const ends: Readonly<Record<DeploymentCode, string>> = {
  installed: 'The agent was started on the computer.',
  name_unknown: 'The name of the computer does not resolve from the domain controller. Check its DNS entry.',
  no_channel:
    'Neither SSH nor PowerShell remoting answered on the computer. Install the agent by a group policy at the next restart.',
  host_key_changed:
    'The computer has another SSH host key than before. Accept the new key only if the computer was installed anew.',
  credential_refused: 'The computer refused the credential. Use an administrator of the computer.',
  no_node:
    'The computer has no Node.js 20.19 or newer, and this server has no agent for it that brings its own. Install Node.js, or make the packages of the agent on the server, then try again.',
  download_failed: 'The computer could not fetch the agent from this server. Check its way to the server.',
  install_failed: 'The agent could not be installed.',
  timed_out: 'The installation took too long.',
};

export function wordsOfDeployment(code: DeploymentCode | null, message: string): string {
  if (code === null) return '';
  return message === '' ? ends[code] : `${ends[code]} ${message}`;
}

const checks: Readonly<Record<Exclude<CheckCode, 'not_tried'>, string>> = {
  ...ends,
  ready: 'The name resolves, the computer answers and the credential is accepted.',
  timed_out: 'The computer did not check the credential in time. Check again.',
  no_credential: 'The credential was removed. Discover the computer again with another one.',
};

/**
 * How the check before an installation ended, and what can be done about it. The message is what the computer said; of `not_tried`, the
 * name of the computer that refused the credential.
 */
export function wordsOfPreflight(code: CheckCode, message: string): string {
  if (code === 'not_tried')
    return `${message} refused the same credential: this computer was not tried, so that the account is not locked. Correct the credential, then check again.`;
  return message === '' ? checks[code] : `${checks[code]} ${message}`;
}
