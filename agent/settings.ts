import { homedir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** What the agent needs to know to start. */
export interface AgentSettings {
  /** The server's origin, such as `https://cairn.example.com`. */
  server: URL;
  /** Where the key and the journal of commands are kept. */
  dataDirectory: string;
  /** A one-time enrolment token; needed until the agent is enrolled. */
  token: string | undefined;
  /** Ends with the process that started it: its IPC channel closes when that process dies, however it dies. */
  supervised: boolean;
  /** The directory of the domain that this device serves or reaches, such as `ldap://127.0.0.1:389`. */
  directory: URL;
  /** Whether this device runs the scripts of its server. */
  scripts: boolean;
  /** The command that reboots this device, with its arguments; undefined where the server may not reboot it. */
  reboot: string | undefined;
  /** The directory of apt’s settings that patch settings are written into; undefined where the server may not change them. */
  patches: string | undefined;
  /** Whether the server may delete the image files of this device’s backup jobs. */
  backupData: boolean;
}

const Environment = Type.Object({
  CAIRN_AGENT_SERVER: Type.String({ pattern: '^https?://[^\\s/]+/?$' }),
  CAIRN_AGENT_DATA: Type.Optional(Type.String({ minLength: 1 })),
  CAIRN_AGENT_TOKEN: Type.Optional(Type.String({ minLength: 20, maxLength: 200 })),
  CAIRN_AGENT_SUPERVISED: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
  CAIRN_AGENT_SCRIPTS: Type.Optional(Type.Union([Type.Literal('allow'), Type.Literal('refuse')])),
  // A program by its whole path, so that nothing else of that name runs.
  CAIRN_AGENT_REBOOT: Type.Optional(Type.String({ maxLength: 1000, pattern: '^"?(/|[A-Za-z]:\\\\)[^\\r\\n]+$' })),
  CAIRN_AGENT_PATCHES: Type.Optional(Type.String({ maxLength: 1000, pattern: '^/[^\\r\\n]+$' })),
  CAIRN_AGENT_BACKUP_DATA: Type.Optional(Type.Union([Type.Literal('allow'), Type.Literal('refuse')])),
  CAIRN_AGENT_DIRECTORY: Type.Optional(
    Type.String({ pattern: '^ldaps?://(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?/?$' }),
  ),
});

/** This computer, which is the domain controller. */
const usualDirectory = 'ldap://127.0.0.1:389';

const expected: Record<keyof typeof Environment.properties, string> = {
  CAIRN_AGENT_SERVER: 'the address of the Cairn server, such as https://cairn.example.com',
  CAIRN_AGENT_DATA: 'a directory',
  CAIRN_AGENT_TOKEN: 'the enrolment token that the console gave out',
  CAIRN_AGENT_SUPERVISED: 'true or false',
  CAIRN_AGENT_SCRIPTS: 'allow or refuse',
  CAIRN_AGENT_REBOOT: 'the command that reboots this computer by its whole path, such as /sbin/shutdown -r +1',
  CAIRN_AGENT_PATCHES: 'the directory of apt’s settings by its whole path, such as /etc/apt/apt.conf.d',
  CAIRN_AGENT_BACKUP_DATA: 'allow or refuse',
  CAIRN_AGENT_DIRECTORY: 'the address of the domain controller, such as ldaps://dc1.example.com',
};

/** @throws Error that names the setting which is wrong and what it should be. */
export function readAgentSettings(environment: NodeJS.ProcessEnv): AgentSettings {
  const names = Object.keys(Environment.properties) as (keyof typeof expected)[];
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const wrong = names.find((name) => {
    const value: unknown = given[name];
    return value === undefined
      ? Environment.required.includes(name as never)
      : !Value.Check(Environment.properties[name], value);
  });
  if (wrong) throw new Error(`${wrong} must be ${expected[wrong]}`);
  const values = Value.Parse(Environment, given);
  return {
    server: new URL(values.CAIRN_AGENT_SERVER),
    dataDirectory: values.CAIRN_AGENT_DATA ?? defaultDataDirectory(environment),
    token: values.CAIRN_AGENT_TOKEN,
    supervised: values.CAIRN_AGENT_SUPERVISED === 'true',
    directory: new URL(values.CAIRN_AGENT_DIRECTORY ?? usualDirectory),
    scripts: values.CAIRN_AGENT_SCRIPTS !== 'refuse',
    reboot: values.CAIRN_AGENT_REBOOT,
    patches: values.CAIRN_AGENT_PATCHES,
    backupData: values.CAIRN_AGENT_BACKUP_DATA === 'allow',
  };
}

/** Whether the key and everything else travels readable over a network. */
export function isReadableOnTheWay(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url);
}

/** Whether the host is this computer, whatever a resolver says. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function defaultDataDirectory(environment: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return '/var/lib/cairn-agent';
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'cairn-agent');
}
