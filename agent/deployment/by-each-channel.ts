/** What both an installation and its check end with. */
interface Ended {
  code: string;
  /** What the computer said, for people. */
  message: string;
}

interface Channels<Result extends Ended> {
  /** Absent unless this device runs Windows. */
  powerShell?: () => Promise<Result>;
  ssh: () => Promise<Result>;
}

/** Does it by PowerShell remoting, and by SSH where that does not answer. */
export async function byEachChannel<Result extends Ended>({ powerShell, ssh }: Channels<Result>): Promise<Result> {
  const windows = await powerShell?.();
  if (windows !== undefined && windows.code !== 'no_channel') return windows;
  const other = await ssh();
  if (windows === undefined || other.code !== 'no_channel') return other;
  return { ...other, message: `${other.message}. ${windows.message}`.slice(0, 500) };
}

/** What cannot be a login; `undefined` where it can. */
export function faultOfLogin({ username, password }: { username: string; password: string }): string | undefined {
  // A line break would end the line of standard input that is the password, and the rest would run as a command.
  return username === '' || /\p{Cc}/u.test(username + password)
    ? 'The user name is empty, or a control character is in it or in the password'
    : undefined;
}
