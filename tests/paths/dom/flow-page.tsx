import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import type { Flow, FlowInput, FlowOutput } from '#engine/flow/flow.ts';
import '#src/flow/console-flows.ts';
import { FlowEndProvider, type EndTold } from '#src/flow/flow-end.ts';
import { FlowHost } from '#src/flow/flow-host.tsx';
import { cssVariables, theme } from '#src/theme/theme.ts';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import { until } from './clock.ts';
import { click } from './hand.ts';
import { buttonNamed, readPage } from './page-seen.ts';
import { KeptRow, RowHost } from './row-host.tsx';
import type { Watch } from './watched-machine.ts';

/** Seconds that the files of a flow may take, which are fetched when it is first opened. */
const FIRST_LOOK = 90;

/** The page of one path: the flow host of the console in it, which may be loaded again. */
export class FlowPage {
  /** How the flow ended, as whoever opened it was told. */
  readonly ended: FlowOutput[] = [];
  readonly toasts: EndTold[] = [];
  private readonly flow: Flow;
  private readonly input: FlowInput;
  private readonly watch: Watch;
  private readonly kept = new KeptRow();
  private root: Root | undefined;

  constructor(flow: Flow, input: FlowInput, watch: Watch) {
    this.flow = flow;
    this.input = input;
    this.watch = watch;
  }

  /** Whether a table opens it, for one of its rows. */
  get ofRow(): boolean {
    const { drafts, routes, presentation } = this.flow;
    return presentation === 'modal' && drafts === 'none' && routes === undefined;
  }

  /** In a browser that has never been here. */
  async open(): Promise<void> {
    const { routes, drafts } = this.flow;
    const { mode, subject = '' } = this.input;
    if (drafts === 'none' && !this.ofRow) throw new Error('a flow that keeps no draft is no path of this tier');
    const route = (mode === 'EDIT' ? routes?.edit : routes?.add) ?? '/';
    localStorage.clear();
    window.history.replaceState(null, '', `#${route.replace('$id', subject)}`);
    await this.show();
  }

  async show(): Promise<void> {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    this.root = { render: (page) => root.render(page), unmount: () => (root.unmount(), place.remove()) };
    root.render(this.page());
    const offered = () => buttonNamed(document, words.flow.resume);
    await until(() => this.watch.actor() !== undefined || offered() !== undefined, FIRST_LOOK);
    // What has no place in the address is offered where it is opened again.
    const resume = offered();
    if (resume !== undefined) await click(resume);
    await until(() => this.watch.actor() !== undefined);
    if (this.watch.actor() === undefined) throw new Error(`${this.flow.id} does not open: ${readPage().text}`);
  }

  leave(): void {
    this.root?.unmount();
    this.root = undefined;
  }

  private page() {
    const { mode, subject, copyOf, params, answers, given } = this.input;
    const onEnded = (output: FlowOutput) => this.ended.push(output);
    return (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <FlowEndProvider value={(told) => this.toasts.push(told)}>
          {this.ofRow ? (
            <RowHost flow={this.flow.id} input={this.input} kept={this.kept} onEnded={onEnded} />
          ) : (
            <FlowHost
              flowId={this.flow.id}
              mode={mode}
              {...(subject !== undefined && { subject })}
              {...(copyOf !== undefined && { copyOf })}
              {...(params && { params })}
              {...(answers && { answers })}
              {...(given && { given })}
              onEnded={onEnded}
            />
          )}
        </FlowEndProvider>
      </MantineProvider>
    );
  }
}
