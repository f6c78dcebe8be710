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

/** Platforms of the agent's programs that need no Node, as they end the address `/agent/cairn-agent_…`. */
export const programPlatforms = ['linux_x64', 'linux_arm64'] as const;

/** Installs the agent on one computer: by SSH, or by PowerShell remoting where this device runs Windows. */
export const agentDeploy = {
  title: 'deployment of agents',
  capability: 'deployment@1',
  params: Closed({
    /** DNS name or address of the computer. */
    host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9:][A-Za-z0-9._:-]*$' }),
    username: Text(255),
    password: Text(1024),
    /** Origin of the server, as the computer reaches it. */
    server: Type.String({ maxLength: 300, pattern: '^https?://[^\\s/\'"]+$' }),
    /** One-time enrolment token for the computer. */
    token: Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9_.-]+$' }),
    /** SHA-256 fingerprint (OpenSSH: "SHA256:…") of the SSH host key that it had before; empty for the first time. */
    hostKey: Type.String({ maxLength: 60, pattern: '^(SHA256:[A-Za-z0-9+/]{43})?$' }),
  }),
  result: Closed({
    code: OneOf(deploymentCodes),
    /** What the computer said, for people. */
    message: Text(500),
    hostKey: Type.String({ maxLength: 60, pattern: '^(SHA256:[A-Za-z0-9+/]{43})?$' }),
  }),
  seconds: 120,
} as const;
export type AgentDeploy = Static<typeof agentDeploy.params>;
export type DeployResult = Static<typeof agentDeploy.result>;
