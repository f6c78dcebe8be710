import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { parameterWords, trimParameters } from '../scripts/check-script.ts';
import type { Services } from '../services.ts';

export type RunInput = BodyOf<Catalogue['addRunAutomation']>;

/** Fields of the screen that a request has under another name. */
const renamed: Readonly<Record<string, string>> = {
  '/operatingSystem': '/operatingSystems',
  '/runnableLocalPath': '/binaryRunSettings/runnableLocalPath',
  '/runAs': '/binaryRunSettings/runAs',
};

/** Judges the body by the screen of the flow `run-automation`, and what no screen judges. @throws Refused `invalid_input` */
export function checkApplication({ screens }: Pick<Services, 'screens'>, body: RunInput) {
  const scriptParameters = trimParameters(body.scriptParameters ?? []);
  const description = (body.description ?? '').trim();
  const { operatingSystems, categoriesIds, useFirstParametersOptionAsDefault = false, defaultTimeout = 600 } = body;
  const path = body.binaryRunSettings.runnableLocalPath.trim();
  const { runAs = '' } = body.binaryRunSettings;
  const name = body.name.trim();
  const found = screens.check('run-automation', 'details', {
    name,
    ...(description && { description }),
    categoriesIds,
    operatingSystem: operatingSystems[0],
    ...(path && { runnableLocalPath: path }),
    ...(runAs && { runAs }),
    defaultTimeout,
  });
  requireAnswers(found.map((error) => ({ ...error, pointer: renamed[error.pointer] ?? error.pointer })));
  requireFields({ '/scriptParameters': parameterWords(scriptParameters) });
  return {
    path,
    input: {
      name,
      description,
      operatingSystems,
      // Whatever the computer has: nothing is chosen for a path.
      architecture: [],
      categoriesIds,
      scriptParameters,
      useFirstParametersOptionAsDefault,
      defaultRunAs: runAs,
      defaultTimeout,
    },
  };
}
