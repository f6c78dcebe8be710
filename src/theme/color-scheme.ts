import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';

/** Also stored in the browser, so that the sign-in screen has the last user's colours. */
export const colorScheme = localStorageColorSchemeManager({ key: 'cairn.theme' });
export const themeChoices: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
