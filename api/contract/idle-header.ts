/** The header by which a page says for how many seconds nobody has touched it (C16-07); without it, somebody just did. */
export const idleHeader = 'cairn-idle-seconds';
