import type { UserReply } from '../accounts/users.ts';

const heads = ['Email', 'Name', 'Role', 'Enabled', 'Second factor', 'Last sign-in'];
const yesNo = (value: boolean) => (value ? 'yes' : 'no');
/** A name must not move the cursor of the terminal. */
const printable = (text: string) => text.replace(/\p{C}/gu, '');

/** Users as the columns of a terminal. */
export function userTable(users: readonly UserReply[]): string {
  const rows = users.map((user) =>
    [
      user.email,
      `${user.firstName} ${user.lastName}`.trim(),
      user.sysadmin ? 'administrator' : 'technician',
      yesNo(user.enabled),
      yesNo(user.totpEnabled || user.textMessages || user.securityKeys > 0),
      user.lastSignInAt?.slice(0, 16).replace('T', ' ').concat(' UTC') ?? 'never',
    ].map(printable),
  );
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => (row[at] ?? '').length)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
