import '@mantine/notifications/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createHashHistory, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { dataClient } from '../data/use-call.ts';
import { FlowAddressProvider } from '../flow/flow-address.ts';
import { recordFlow } from '../flow/flow-recorder.ts';
import { follower } from '../flow/open-flow.ts';
import { OptionFillers } from '../flow/option-fillers.tsx';
import { routerAddress } from '../flow/router-address.ts';
import { FormatProvider } from '../format/format-provider.tsx';
import { LiveProvider } from '../live/live-provider.tsx';
import { consoleRouter } from '../router/router.tsx';
import { currentMe, useMe } from '../session/session.ts';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { StepUp } from '../session/step-up.tsx';
import { TranslateProvider } from '../words/translate-provider.tsx';
import { speak } from '../words/words.ts';
import { FlowToasts } from './flow-toast.tsx';
import { useSubmitKey } from './shortcuts.ts';
import styles from './shell.module.css';

follower.follow = (session, mode) => currentMe()?.recordsFlows && recordFlow(session, mode);

/** Applies the theme and language of the user's profile. */
function Preferences(): ReactNode {
  const { theme, language } = useMe();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  useEffect(() => {
    speak(language).catch(() => undefined);
  }, [language]);
  return null;
}

/** The console of the signed-in user. */
export function Console(): ReactNode {
  useSubmitKey();
  const [data] = useState(dataClient);
  const [{ router, address }] = useState(() => {
    const history = createHashHistory();
    return { router: consoleRouter(history), address: routerAddress(history) };
  });
  return (
    <QueryClientProvider client={data}>
      <Preferences />
      <LiveProvider>
        <FormatProvider>
          <TranslateProvider>
            <Notifications position="bottom-right" autoClose={4000} className={styles.toasts} />
            <FlowAddressProvider value={address}>
              <FlowToasts>
                <OptionFillers>
                  <RouterProvider router={router} />
                </OptionFillers>
              </FlowToasts>
            </FlowAddressProvider>
            <SignInAgain />
            <StepUp />
          </TranslateProvider>
        </FormatProvider>
      </LiveProvider>
    </QueryClientProvider>
  );
}
