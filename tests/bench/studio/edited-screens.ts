import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { keepsCustomFields } from '#engine/document/custom-fields.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import { screenDocuments } from '#server/screens/screens.ts';
import { isEdited, shippedText } from '#server/studio/screen-text.ts';
import type { Draft, EditedScreen } from './edit.ts';

/** Every screen that the Studio edits, as its author wrote it. */
export function editedScreens(screens: ScreenLibrary): EditedScreen[] {
  return screens.flows().flatMap((flow) => {
    const file = join(screenDocuments, flow, 'flow.json');
    const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FlowManifest) : undefined;
    return screens
      .screens(flow)
      .filter((screen) => isEdited(screens, { flow, screen }))
      .map((screen) => ({
        flow,
        screen,
        document: JSON.parse(shippedText(screens, { flow, screen })) as Draft,
        needs: [...new Set((manifest?.needs[screen] ?? []).flatMap((pointer) => segmentsOf(pointer).slice(0, 1)))],
        keepsCustom:
          keepsCustomFields(manifest ?? {}) && manifest?.stepper?.some((step) => step.screen === screen) === true,
      }));
  });
}
