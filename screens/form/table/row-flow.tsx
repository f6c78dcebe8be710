import { createContext, use, type ComponentType } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import type { NestedDraft } from '#engine/flow/draft.ts';
import type { Answers, Mode } from '#engine/flow/flow.ts';

export interface RowFlowProps {
  /** Which row of which list is edited, and what was kept of it. */
  place: { screen: string; pointer: Pointer; index: number };
  flow: string;
  /** NEW for a row that is added. */
  mode: Mode;
  /** The row, and the answers of the form around it where the row has none. */
  given: Answers;
  /** The flow is over; without a row nothing is changed. */
  onEnded(row: Answers | undefined): void;
}

export interface RowFlows {
  /** Runs the flow in a modal above the form. */
  Flow: ComponentType<RowFlowProps>;
  /** The row whose editing was put down half-way, if any. */
  held: NestedDraft | undefined;
}

const RowFlowsContext = createContext<RowFlows | undefined>(undefined);

/** What opens the flow of a row (`"edit": { "flow": … }`): flows run in the console, so it hands this down. */
export const RowFlowsProvider = RowFlowsContext.Provider;

export function useRowFlows(): RowFlows | undefined {
  return use(RowFlowsContext);
}
