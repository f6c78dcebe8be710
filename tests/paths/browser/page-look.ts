import type { Page } from 'playwright-core';
import type { FieldError } from '#engine/document/document.ts';

/** The step screen of a flow as it stands in the page. */
export interface PageLook {
  state: string;
  heading: string;
  text: string;
  buttons: string[];
  busy: boolean;
  errors: FieldError[];
  /** The current step of the stepper. */
  current: string | undefined;
  /** What has the focus: `heading`, `alert` (what is wrong, or what a test said), `field`, `other`, `nothing`. */
  focus: string;
  /** The element that has it, for who reads what is wrong. */
  focused: string;
  /** Texts that stand in one-line and many-line fields and in code editors, by pointer. */
  values: Record<string, string>;
}

/** What the page is waited for: the state, `undefined` for a flow that is over, at most so many ms. */
export interface Awaited {
  state: string | undefined;
  ms: number;
}

/** `undefined` while the page shows no step of the flow. */
export async function lookAt(page: Page, flow: string, awaited?: Awaited): Promise<PageLook | undefined> {
  const until = Date.now() + (awaited?.ms ?? 0);
  for (;;) {
    try {
      return await lookOnce(page, flow, awaited && { ...awaited, ms: until - Date.now() });
    } catch (error) {
      // The page that was asked is gone by a navigation: the next one is asked.
      if (Date.now() > until || page.isClosed()) throw error;
      await page.waitForLoadState('domcontentloaded');
    }
  }
}

/** Runs in the page: no named function in it, tsx would name it by a helper. */
function lookOnce(page: Page, flow: string, awaited: Awaited | undefined): Promise<PageLook | undefined> {
  const asked = { flow, waits: awaited !== undefined, state: awaited?.state, ms: awaited?.ms ?? 0 };
  return page.evaluate(async ({ flow: id, waits, state, ms }) => {
    const begun = performance.now();
    for (;;) {
      const root = document.querySelector<HTMLElement>(`[data-flow="${id}"]`);
      const heading = root?.querySelector('h1');
      const stands = state === undefined ? !root : root?.dataset['state'] === state && heading;
      if (waits && !stands && performance.now() - begun < ms) {
        // Whatever changes there, at once; and what changes nothing there, such as a script that comes late, soon.
        await new Promise<void>((resolve) => {
          const changes = new MutationObserver(() => {
            changes.disconnect();
            resolve();
          });
          changes.observe(document, { subtree: true, childList: true, attributes: true });
          setTimeout(() => {
            changes.disconnect();
            resolve();
          }, 100);
        });
        continue;
      }
      if (!root || !heading) return undefined;
      const inputs = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')];
      const values: Record<string, string> = {};
      for (const input of inputs) {
        const pointer = input.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
        const plain = input instanceof HTMLTextAreaElement || ['text', 'email', 'url'].includes(input.type);
        if (pointer === undefined || !plain || input.getAttribute('aria-haspopup') !== null) continue;
        // What is told in seconds may stand there in minutes.
        const unit = input.closest('[data-pointer]')?.querySelector('select')?.value ?? '';
        const told = Number(input.value) * ({ seconds: 1, minutes: 60, hours: 3600, days: 86_400 }[unit] ?? Number.NaN);
        values[pointer] = input.value === '' || Number.isNaN(told) ? input.value : `${told} s`;
      }
      for (const editor of root.querySelectorAll('.cm-content')) {
        const pointer = editor.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
        // Of a long text, and of a long line, it draws the part that is in sight.
        if (pointer !== undefined && editor.querySelector('.cm-gap,.cm-widgetBuffer') === null)
          values[pointer] = [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
      }
      const buttons = [...root.querySelectorAll<HTMLButtonElement>('button')].filter(
        (button) => !button.disabled && button.ariaDisabled !== 'true' && button.offsetParent !== null,
      );
      const active = document.activeElement;
      const focus =
        active === heading
          ? 'heading'
          : active?.closest('[role=alert],[role=status]')
            ? 'alert'
            : active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
              ? 'field'
              : active && active !== document.body
                ? 'other'
                : 'nothing';
      return {
        state: root.dataset['state'] ?? '',
        heading: (heading.textContent ?? '').trim(),
        text: [root.textContent, ...inputs.map(({ value }) => value)].join('\n'),
        buttons: buttons.map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
        busy: root.querySelector('[aria-busy="true"]') !== null,
        errors: [...root.querySelectorAll<HTMLElement>('p[id$="-error"]')].map((line) => ({
          pointer: line.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'] ?? '',
          keyword: '',
          message: (line.textContent ?? '').trim(),
        })),
        current: root.querySelector('[aria-current="step"]')?.textContent?.trim(),
        focus,
        focused: active instanceof HTMLElement ? `${active.localName} “${active.innerText.trim().slice(0, 40)}”` : '',
        values,
      };
    }
  }, asked);
}
