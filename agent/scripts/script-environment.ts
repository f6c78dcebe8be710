import type { LocalUser } from './local-user.ts';

/** The environment of the agent without its own settings, which hold its token. */
export function scriptEnvironment(user: LocalUser | undefined): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:CAIRN_|NODE_)/i.test(name));
  return {
    ...Object.fromEntries(own),
    ...(user && { HOME: user.home, USER: user.name, LOGNAME: user.name }),
  };
}
