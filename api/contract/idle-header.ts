/** Request header with the seconds since the user's last activity on the page (C16-07); without it, the user is active. */
export const idleHeader = 'cairn-idle-seconds';
