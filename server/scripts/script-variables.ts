import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { scriptRun as method } from '#api/contract/agent-methods/script.ts';
import { variableWords } from '#engine/vocabulary/variable-value.ts';
import type { script } from '../database/schema/script.ts';
import type { InstallSteps } from '../installers/install-steps.ts';
import type { RunContent } from './run-content.ts';

type Known = (typeof script.$inferSelect)['scriptVariables'];
interface Value {
  name: string;
  value: string;
}

/** The values of the variables that the script has, with its defaults (C12-41). */
export function variablesOf(known: Known, given: readonly Value[]): Value[] {
  return known.map(({ calculatedName, defaultValue, type }) => ({
    name: calculatedName,
    value:
      given.find(({ name }) => name === calculatedName)?.value ??
      (type === 'CHECKBOX' && defaultValue === '' ? 'false' : defaultValue),
  }));
}

/** What is wrong with values, in words by JSON pointer. */
export function variableProblems(known: Known, given: readonly Value[]): Record<string, string> {
  const foreign = given.some(({ name }) => known.every(({ calculatedName }) => calculatedName !== name));
  const values = variablesOf(known, given);
  const found = known.flatMap((variable, index) => {
    const words = variableWords(variable, values[index]?.value ?? '');
    return words === undefined ? [] : [[`/variables/${variable.calculatedName}`, words] as const];
  });
  return { ...(foreign && { '/variables': 'The script has no such variable' }), ...Object.fromEntries(found) };
}

/** Whether a script and its inputs fit into one message to a device. */
export function fitsMessage(content: RunContent, parameters: string, variables: readonly Value[]): boolean {
  return bytesOf([textsOf(content), parameters, variables]) <= method.budget.params - 5000;
}

/** What is sent to a device beside the inputs. */
function textsOf(content: RunContent): string | InstallSteps {
  if (content.kind === 'installer') return content.steps;
  return content.kind === 'script' ? content.text : '';
}
