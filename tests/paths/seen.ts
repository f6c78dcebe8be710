import type { FieldError, ScreenAction, ScreenDocument } from '#engine/document/document.ts';
import { submitLabel } from '#engine/document/submit.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { screenOf, type Screens } from '#engine/flow/view.ts';
import { summaryOfView } from '#engine/flow/summary.ts';

/** A state as a person sees it, whichever tier it is seen in. */
export interface Seen {
  /** Dotted. Empty where a tier cannot know it. */
  state: string;
  screen: string;
  heading: string;
  /** Everything that stands there, one piece of text a line. */
  text: string;
  /** The words of every button that can be pressed now. */
  buttons: string[];
  /** Work is under way. */
  busy: boolean;
  /** What is wrong with what was typed, as the fields say it: by the screen's rules, or by the server. */
  errors: FieldError[];
}

/** What the step screen makes of a view, without a page: the machine tier's eyes. */
export function seenIn(flow: { id: string }, screens: Screens, view: StepView, now: Date): Seen {
  const screen = screenOf(flow as never, screens, view.screen);
  const { document } = screen;
  const fill = (words = '') => words.replace(/\{(\w+)\}/g, (whole, name: string) => view.words[name] ?? whole);
  const refused = Object.entries(view.refusal?.fields ?? {}).map(([pointer, message]) => ({
    pointer,
    message,
    keyword: 'refused',
  }));
  const errors = [...screen.validate(view.data, { now }), ...refused];
  const pieces = [
    fill(document.title),
    fill(document.description),
    fill(document.text),
    view.refusal?.message,
    ...Object.values(view.refusal?.fields ?? {}),
    ...view.steps.map(({ title }) => title),
    ...(document.kind === 'summary' ? summaryText(view, screens) : Object.values(view.data).map(plain)),
  ];
  const buttons = buttonsOf(document, view);
  return {
    state: view.state,
    screen: view.screen,
    heading: fill(document.title),
    text: [...pieces, ...buttons].filter(Boolean).join('\n'),
    buttons,
    busy: view.busy,
    errors,
  };
}

function buttonsOf(document: ScreenDocument, view: StepView): string[] {
  const actions = (document.actions ?? []).filter(({ event }: ScreenAction) => view.can.event(event));
  const labels = actions.map(({ label }) =>
    label.replace(/\{(\w+)\}/g, (whole, name: string) => view.words[name] ?? whole),
  );
  switch (document.kind ?? 'form') {
    case 'form':
    case 'summary':
    case 'conflict':
      return [
        ...(view.can.back ? ['Back'] : []),
        ...labels,
        ...(view.can.submit ? [submitLabel(document, view) ?? 'Next'] : []),
      ];
    case 'message':
      return labels.length > 0 ? labels : view.can.confirm ? ['Next'] : view.can.retry ? ['Try again'] : [];
    default:
      return [...(view.can.back ? ['Back'] : []), ...labels];
  }
}

function summaryText(view: StepView, screens: Screens): string[] {
  return summaryOfView(view, screens).flatMap(({ title, items }) => [
    title,
    ...items.flatMap(({ label, text = '', table }) => [
      label,
      text,
      ...(table?.rows.flat().map((cell) => cell.text) ?? []),
    ]),
  ]);
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
