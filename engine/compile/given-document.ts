import type { ScreenDocument } from '../document/document.ts';
import type { FlowManifest } from '../flow/flow.ts';

/** The schema of a flow’s `given` values as a screen document, so that the build compiles it like a screen. It is never rendered. */
export function givenDocument(given: NonNullable<FlowManifest['given']>): ScreenDocument {
  return { title: 'Given', schema: { ...given } };
}
