import { Suspense, type ReactNode } from 'react';
import type { NestedDraft } from '#engine/flow/draft.ts';
import type { Answers, FlowInput, FlowOutput } from '#engine/flow/flow.ts';
import { optionSources } from '#src/flow/option-sources.ts';
import { RowFlow } from '#src/flow/row-flow.tsx';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';

/** What the flow around keeps of a flow that edits one of its rows: as JSON, as it would be stored. */
export class KeptRow {
  private json: string | undefined;

  keep(nested: NestedDraft | undefined): void {
    this.json = nested && JSON.stringify(nested);
  }

  read(): NestedDraft | undefined {
    return this.json === undefined ? undefined : (JSON.parse(this.json) as NestedDraft);
  }
}

interface Props {
  flow: string;
  input: FlowInput;
  kept: KeptRow;
  onEnded(output: FlowOutput): void;
}

/** A flow of a row as a table opens it, with what stands around it. */
export function RowHost({ flow, input: { mode, subject, params, answers = {} }, kept, onEnded }: Props): ReactNode {
  const outer = {
    subject,
    ...(params && { params }),
    nested: () => kept.read(),
    keepNested: (nested: NestedDraft | undefined) => kept.keep(nested),
  };
  const given = Object.assign({}, ...Object.values(answers)) as Answers;
  return (
    <Suspense fallback={null}>
      <OptionSourcesProvider value={optionSources}>
        <RowFlow
          flow={flow}
          mode={mode}
          place={{ screen: 'around', pointer: '/rows', index: 0 }}
          given={given}
          outer={outer}
          onEnded={(reply) => onEnded(reply === undefined ? { outcome: 'closed' } : { outcome: 'finished', reply })}
        />
      </OptionSourcesProvider>
    </Suspense>
  );
}
