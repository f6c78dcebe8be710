import { chownSync, readFileSync, statSync } from 'node:fs';

/** For `spawn`: the user that PostgreSQL runs as; empty for the server's own user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root, so it runs as the owner of the existing data, else as `nobody`, which exists on
 * every system.
 */
export function runAsUser(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export function give(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** PostgreSQL's user may not enter the data directory or one of its parents. */
export function unreachable(dataDirectory: string): string {
  return (
    `PostgreSQL does not run as root, and the user it runs as (nobody) cannot reach ${dataDirectory}. ` +
    'Set CAIRN_DATA to a directory that every user may enter, such as /var/lib/cairn.'
  );
}
