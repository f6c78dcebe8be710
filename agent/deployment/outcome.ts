import {
  preflightCodes,
  type AgentDeploy,
  type DeploymentCode,
  type PreflightCode,
} from '#api/contract/agent-methods/deployment.ts';
import { bounded } from '../inventory/bounded.ts';
import { DeploymentFailed } from './deployment-failed.ts';

const LONGEST_MESSAGE = 500;
const noNode = 'Node.js 20.19 or newer is not installed';

interface Outcome {
  code: DeploymentCode | PreflightCode;
  /** Without one, the message is what the script wrote besides. */
  message?: string;
}

/** The last line of a script is `cairn:` and one of these names. */
const outcomes: Readonly<Record<string, Outcome>> = {
  installed: { code: 'installed', message: 'It starts with the computer' },
  installed_until_restart: {
    code: 'installed',
    message: 'It will not start again when the computer restarts: the computer has no systemd',
  },
  ready: { code: 'ready' },
  no_node: { code: 'no_node', message: noNode },
  download_failed: { code: 'download_failed' },
  // PowerShell remoting did not reach the other computer.
  name_unknown: { code: 'name_unknown' },
  no_channel: { code: 'no_channel' },
  credential_refused: { code: 'credential_refused' },
};

/** The end of what a script printed. */
export interface Printed {
  stdout: string;
  stderr: string;
}

/** Returns the message of a successful installation. @throws DeploymentFailed */
export function readOutcome(printed: Printed, secrets: Secrets): string {
  const outcome = outcomeOf(printed, secrets);
  if (outcome === undefined || outcome.code === 'ready')
    throw new DeploymentFailed('install_failed', lastWords(printed, secrets) || 'The computer did not say why');
  if (outcome.code !== 'installed') throw new DeploymentFailed(outcome.code, outcome.message);
  return outcome.message;
}

/** How the check of a computer ended; one that ends in another way than its script does reached nothing. */
export function readPreflight(printed: Printed, secrets: Secrets): { code: PreflightCode; message: string } {
  const { code, message = '' } = outcomeOf(printed, secrets) ?? {};
  return code !== undefined && isPreflightCode(code)
    ? { code, message }
    : { code: 'no_channel', message: lastWords(printed, secrets) };
}

export function isPreflightCode(code: string): code is PreflightCode {
  return (preflightCodes as readonly string[]).includes(code);
}

/** What the last line names; `undefined` where it names nothing. */
function outcomeOf({ stdout, stderr }: Printed, secrets: Secrets): Required<Outcome> | undefined {
  const lines = stdout.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [, name = ''] = /^cairn:([a-z_]+)$/.exec(lines.at(-1)?.trim() ?? '') ?? [];
  const outcome = Object.hasOwn(outcomes, name) ? outcomes[name] : undefined;
  return outcome && { message: publicMessage(stderr.trim() || lines.slice(0, -1).join(' '), secrets), ...outcome };
}

function lastWords({ stdout, stderr }: Printed, secrets: Secrets): string {
  return publicMessage(stderr.trim() || stdout, secrets);
}

/** A check has no token. */
type Secrets = Pick<AgentDeploy, 'password'> & Partial<Pick<AgentDeploy, 'token'>>;

/**
 * The last 500 characters of what a computer says, on one line and without the password and the token. Not for messages of this
 * program: a gap in a known sentence would show a short password.
 */
export function publicMessage(text: string, { password, token = '' }: Secrets): string {
  const secrets = [token, password].filter((secret) => secret !== '');
  const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return bounded(bounded(redacted, redacted.length).slice(-LONGEST_MESSAGE), LONGEST_MESSAGE);
}

/** Collects the last whole lines of an output, so that no secret is cut in half and then escapes `publicMessage`. */
export function createTail(length: number): { add(chunk: Buffer | string): void; text(): string } {
  let kept = '';
  let isCut = false;
  return {
    add(chunk) {
      kept += chunk.toString();
      if (kept.length <= length) return;
      kept = kept.slice(-length);
      isCut = true;
    },
    text: () => (isCut ? kept.slice(kept.indexOf('\n') + 1 || kept.length) : kept),
  };
}
