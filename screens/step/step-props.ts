import type { ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { FlowEvent } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';

/** An event of every step screen, or one that the screen's document or special part names. */
export type Send = (event: FlowEvent | { type: string }) => void;

export interface StepProps {
  screen: CompiledScreen;
  screens: Readonly<Record<string, CompiledScreen>>;
  view: StepView;
  send: Send;
  heading: ReactNode;
}
