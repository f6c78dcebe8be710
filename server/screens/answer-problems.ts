import type { FieldError, ValidationContext } from '#engine/document/document.ts';
import type { FlowManifest, FlowContext } from '#engine/flow/flow.ts';
import { withGiven } from '#engine/flow/given.ts';
import { pointerInRequest } from '#engine/flow/mapped-pointers.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';

/** A call of a flow, as the flow's manifest maps it. */
export interface FlowCall {
  flow: string;
  manifest: Pick<FlowManifest, 'needs' | 'sends' | 'stepper'>;
  call: string;
  /** Steps that this call is not held to. */
  except?: readonly string[];
}

/**
 * What the steps that these answers have say of them, and the manifest of what the flow was given, with the pointers of the call's body. A flow whose screens are no steps is held
 * to all of them.
 */
export function answerProblems(
  screens: Pick<ScreenLibrary, 'check' | 'checkGiven' | 'get'>,
  { flow, manifest, call, except = [] }: FlowCall,
  answers: FlowContext['answers'],
  context?: ValidationContext,
): FieldError[] {
  const screensOfFlow = Object.keys(manifest.needs);
  const steps = manifest.stepper === undefined ? screensOfFlow : stepsFor(manifest.stepper, answers);
  const asking = steps.filter((screen) => screensOfFlow.includes(screen) && !except.includes(screen));
  const dataOf = (screen: string) => withGiven(screens.get(flow, screen), answers[screen] ?? {}, answers['given']);
  const at = (screen: string) => (problem: FieldError) => ({
    ...problem,
    pointer: pointerInRequest(manifest, call, `/${screen}${problem.pointer}`, answers) ?? problem.pointer,
  });
  return [
    ...screens.checkGiven(flow, answers['given'] ?? {}).map(at('given')),
    ...asking.flatMap((screen) => screens.check(flow, screen, dataOf(screen), context).map(at(screen))),
  ];
}
