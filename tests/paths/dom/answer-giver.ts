import type { Pointer } from '#engine/document/document.ts';
import { segmentsOf, valueAt } from '#engine/document/pointer.ts';
import { submitLabel } from '#engine/document/submit.ts';
import type { Answers } from '#engine/flow/flow.ts';
import type { BoundCase, Material } from '../generator/material.ts';
import type { MachineEvent } from '../generator/move.ts';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import type { LoadedFlow } from '../load.ts';
import { pass, turn } from './clock.ts';
import { FormFiller } from './fill-form.ts';
import { click } from './hand.ts';
import { buttonNamed, dialogForm, readPage, stepRoot } from './page-seen.ts';
import type { PageRig } from './page-rig.ts';
import { elementsOf, firstOf } from './elements.ts';

/** A person who stops this long has paused: the machine hears of what was typed. */
const PAUSE = 500;

/** Why a field does not take what an ordinary answer has; every other reason is about a bound that is tried, or about rows. */
const barring = new Set([
  'it is locked',
  'it has nothing to type in',
  'it is no text',
  'it is none of the choices',
  'the field does not take it',
]);

/** Gives a screen its answers: types what can be typed, brings the rest as a draft does, and presses on. */
export class AnswerGiver {
  private readonly loaded: LoadedFlow;
  private readonly material: Material;
  private readonly rig: PageRig;
  /** What stood there before answers were brought that nobody could type: nobody could take them away either. */
  private before: { screen: string; data: Answers } | undefined;

  constructor(loaded: LoadedFlow, material: Material, rig: PageRig) {
    this.loaded = loaded;
    this.material = material;
    this.rig = rig;
  }

  /** To submit, presses on; to change, pauses, and presses where the answers are to be refused. Answers with what is wrong. */
  async give(screen: string, data: Answers, submits: boolean, name = ''): Promise<string[]> {
    const tried = this.material.cases?.[screen]?.[name];
    const { filler, stands } = await this.fill(screen, data, tried);
    if (!stands) {
      // Only a try of a bound looks at what the dialog says of its row.
      if (!submits && tried === undefined) await closeDialog();
      return [];
    }
    if (!submits) {
      await pass(PAUSE);
      if (tried?.error === undefined) return [];
    }
    const compiled = this.loaded.screens[screen];
    const label = (compiled && submitLabel(compiled.document, this.rig.view() ?? this.rig)) ?? words.screen.next;
    let sent = await this.send(label, submits);
    if (sent === undefined) return [`there is no button "${label}" to press`];
    if (!submits) return [];
    const barred = tried === undefined && filler !== undefined ? this.barred(screen, filler) : [];
    if (barred.length > 0) return barred;
    if (sent.length === 0 && filler?.leaves === true) {
      // What nobody can take away may lead to fields that were not to be answered.
      await this.bring(screen, data);
      sent = (await this.send(label, submits)) ?? [];
    }
    const [first] = sent;
    if (first === undefined) {
      const told = readPage().errors.map(({ pointer, message }) => `${pointer} "${message}"`);
      return [`"${label}" was pressed and nothing was submitted: ${told.join(', ') || 'nobody is told why'}`];
    }
    const wrong = filler?.differs(first['data'] as Answers) ?? [];
    return wrong.length === 0
      ? []
      : [`"${label}" sent something else than was given in ${wrong.join(', ')}: ${JSON.stringify(first['data'])}`];
  }

  /** `stands`: whether the form does, with no row of it refused in its dialog. */
  private async fill(
    screen: string,
    data: Answers,
    tried: BoundCase | undefined,
  ): Promise<{ filler: FormFiller | undefined; stands: boolean }> {
    const compiled = this.loaded.screens[screen];
    if (compiled?.document.kind === 'conflict') await chooseSides(data);
    const form = firstOf(stepRoot(), 'form');
    if (form === undefined || compiled === undefined) return { filler: undefined, stands: true };
    if (this.before?.screen === screen) await this.bring(screen, this.before.data);
    this.before = undefined;
    const standing = this.rig.view()?.data ?? {};
    const filler = new FormFiller(compiled, data, standing, this.rig.view()?.answers ?? {});
    const stands = await filler.fill(form);
    const cannot = [...filler.notEntered.keys()].filter(
      (pointer) => !filler.isLeft(pointer) || pointer === tried?.error?.pointer,
    );
    // What a person cannot bring there may still come with a draft; the form holds it to its bounds all the same.
    if (cannot.length > 0) {
      await this.bring(screen, data);
      this.before = { screen, data: withStanding(data, standing, cannot) };
    }
    return { filler, stands };
  }

  /** Answers that nobody can enter, though the document locks none of their fields and names no source of choices, which a path makes up. */
  private barred(screen: string, filler: FormFiller): string[] {
    const { locked = [] } = this.rig.view() ?? {};
    const { ui } = this.loaded.screens[screen]?.document ?? {};
    const isFree = (pointer: Pointer) => {
      const hints = valueAt(ui, pointer.replaceAll(/\/\d+(?=\/)/g, '/items')) as
        | { 'ui:field'?: string; 'ui:options'?: { source?: string } }
        | undefined;
      const isMadeUp = hints?.['ui:field'] !== undefined || hints?.['ui:options']?.source !== undefined;
      return !isMadeUp && !locked.some((one) => pointer === one || pointer.startsWith(`${one}/`));
    };
    return [...filler.notEntered].flatMap(([pointer, why]) =>
      barring.has(why) && !filler.isLeft(pointer) && isFree(pointer) ? [`nobody can enter ${pointer}: ${why}`] : [],
    );
  }

  /** Presses the button, as often as people do; what the machine heard was submitted. `undefined` without the button. */
  private async send(label: string, submits: boolean): Promise<MachineEvent[] | undefined> {
    const button = buttonNamed(stepRoot(), label);
    if (button === undefined) return undefined;
    const { events } = this.rig.watch;
    const heard = events.length;
    await click(button, submits);
    return events.slice(heard).filter(({ type }) => type === 'step.submitted');
  }

  private async bring(screen: string, data: Answers): Promise<void> {
    this.rig.send({ type: 'step.changed', screen, data });
    await turn();
  }
}

/** The answers as a person could give them: what cannot be brought there stands as it did. */
function withStanding(data: Answers, standing: Answers, cannot: readonly Pointer[]): Answers {
  const names = new Set(cannot.map((pointer) => segmentsOf(pointer)[0] ?? ''));
  const kept = (answers: Answers, isCannot: boolean) =>
    Object.entries(answers).filter(([name]) => names.has(name) === isCannot);
  return Object.fromEntries([...kept(data, false), ...kept(standing, true)]);
}

/** Gives the row up that its dialog refuses: left open, it would be offered for the next row at that place. */
async function closeDialog(): Promise<void> {
  for (const name of ['Close', 'Discard']) {
    const button = dialogForm() && buttonNamed(document, name);
    if (button) await click(button);
  }
}

/** Presses the radio of each choice, as a person does who goes through the fields. */
async function chooseSides(choices: Answers): Promise<void> {
  for (const field of elementsOf(stepRoot(), 'fieldset[data-pointer]')) {
    const side = String(choices[field.getAttribute('data-pointer') ?? '']);
    const radio = firstOf(field, `input[value="${side}"]`);
    if (radio instanceof HTMLInputElement && !radio.checked) await click(radio);
  }
}
