import { Type, type Static } from 'typebox';
import { Closed, OneOf, Text } from '../shapes.ts';

/**
 * How the installation of an agent on another computer ends. Where none of its channels answers, the computer waits for the
 * package that a group policy installs (F04-15).
 */
export const deploymentCodes = [
  'installed',
  'name_unknown',
  'no_channel',
  'host_key_changed',
  'credential_refused',
  'no_node',
  'download_failed',
  'install_failed',
  'timed_out',
] as const;
export type DeploymentCode = (typeof deploymentCodes)[number];

/** How the check of a computer before its installation ends: the first thing that would stop the installation, or `ready` (F04-15). */
export const preflightCodes = [
  'ready',
  'name_unknown',
  'no_channel',
  'host_key_changed',
  'credential_refused',
  'timed_out',
] as const;
export type PreflightCode = (typeof preflightCodes)[number];

/** Platforms of the agent's programs that need no Node, as they end the address `/agent/cairn-agent_…`. */
export const programPlatforms = ['linux_x64', 'linux_arm64'] as const;

/** SHA-256 fingerprint of an SSH host key, as OpenSSH prints it; empty where none is known. */
const HostKey = Type.String({ maxLength: 60, pattern: '^(SHA256:[A-Za-z0-9+/]{43})?$' });

/** Who signs in at which computer. */
const computer = {
  /** DNS name or address of the computer. */
  host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9:][A-Za-z0-9._:-]*$' }),
  username: Text(255),
  password: Text(1024),
  /** The key that the computer had before; empty for the first time. */
  hostKey: HostKey,
};

/** Installs the agent on one computer: by SSH, or by PowerShell remoting where this device runs Windows. */
export const agentDeploy = {
  title: 'deployment of agents',
  capability: 'deployment@1',
  params: Closed({
    ...computer,
    /** Origin of the server, as the computer reaches it. */
    server: Type.String({ maxLength: 300, pattern: '^https?://[^\\s/\'"]+$' }),
    /** One-time enrolment token for the computer. */
    token: Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9_.-]+$' }),
  }),
  result: Closed({
    code: OneOf(deploymentCodes),
    /** What the computer said, for people. */
    message: Text(500),
    hostKey: HostKey,
  }),
  seconds: 120,
} as const;
export type AgentDeploy = Static<typeof agentDeploy.params>;
export type DeployResult = Static<typeof agentDeploy.result>;

/** Signs in at one computer as an installation would, and leaves it as it is. */
export const agentPreflight = {
  title: 'checks before deployment',
  capability: 'preflight@1',
  params: Closed(computer),
  result: Closed({
    code: OneOf(preflightCodes),
    /** What the computer said, for people. */
    message: Text(500),
    hostKey: HostKey,
  }),
  seconds: 60,
} as const;
export type AgentPreflight = Static<typeof agentPreflight.params>;
export type PreflightResult = Static<typeof agentPreflight.result>;
