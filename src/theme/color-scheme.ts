import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';

/** Remembered by the browser too, so that the sign-in screen has the colours of the person who was here last. */
export const colorScheme = localStorageColorSchemeManager({ key: 'cairn.theme' });
export const themeChoices: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
