// The closed sets of managed folders (F07); without a schema, so that pages may use them.
/** `DEFAULT_CREDENTIAL`: those that the image manager uses for every folder without its own. */
export const folderAuthentications = ['DEFAULT_CREDENTIAL', 'FOLDER_CREDENTIAL'] as const;
export const imagePasswordTypes = ['NONE', 'PASSWORD_STRING'] as const;
export const relativeWeeks = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'] as const;
/** Of a device: with the longest texts they stay below the largest message to an agent. */
export const mostManagedFolders = 16;
