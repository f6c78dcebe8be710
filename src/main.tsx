import './theme/global.css';
import '@mantine/core/styles.layer.css';
import './theme/fonts.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { watchPerson } from '#api/idle.ts';
import { reportError, watchErrors } from './start/error-report.ts';
import { Start } from './start/start.tsx';
import { colorScheme } from './theme/color-scheme.ts';
import { cssVariables, theme } from './theme/theme.ts';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
watchErrors();
watchPerson(window);
createRoot(place, {
  onUncaughtError: (error) => reportError(error),
  onCaughtError: (error) => reportError(error),
}).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={colorScheme}
    defaultColorScheme="auto"
  >
    <Start />
  </MantineProvider>,
);
