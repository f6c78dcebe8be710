// Runs in the report, from a file and without a network: choosing a tier, reading paths, following a transition.
import type { FlowData, WalkedPath } from '#api/contract/workbench.ts';

const MOST = 200;
const loaded = new Map<string, FlowData>();

interface Wanted {
  /** Of states and moves. */
  words: string;
  failed: boolean;
  /** A transition, or a state after `in `. */
  through: string;
}

Object.assign(globalThis, {
  pathReport(data: FlowData) {
    loaded.set(`${data.flow}.${data.tier}`, data);
  },
});

function panelOf(flow: string, tier: string): HTMLElement | null {
  return document.querySelector(`.panel[data-flow="${flow}"][data-tier="${tier}"]`);
}

/** A script can be loaded where a page from a file may not read other files. */
async function dataFor(panel: HTMLElement): Promise<FlowData | undefined> {
  const key = `${panel.dataset['flow']}.${panel.dataset['tier']}`;
  if (!loaded.has(key)) {
    await new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = `data/${key}.js`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', resolve);
      document.head.append(script);
    });
  }
  return loaded.get(key);
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function say(words: string): void {
  const said = document.querySelector('#said');
  if (said) said.textContent = words;
}

function chooseTier(flow: string, tier: string): void {
  for (const panel of document.querySelectorAll<HTMLElement>(`.panel[data-flow="${flow}"]`)) {
    panel.hidden = panel.dataset['tier'] !== tier;
  }
  const radio = document.querySelector<HTMLInputElement>(`input[name="tier-${flow}"][value="${tier}"]`);
  if (radio) radio.checked = true;
  showBeginnings();
}

/** Where a diagram is wider than the screen, it opens at the state in which the flow begins. */
function showBeginnings(): void {
  for (const paper of document.querySelectorAll<HTMLElement>('.paper')) {
    const start = paper.querySelector('.start')?.getBoundingClientRect();
    if (start && start.width > 0 && paper.scrollLeft === 0)
      paper.scrollLeft = start.x - paper.getBoundingClientRect().x - paper.clientWidth / 2;
  }
}

async function showPaths(panel: HTMLElement, wanted: Partial<Wanted> = {}): Promise<void> {
  const details = panel.querySelector<HTMLDetailsElement>('details.paths');
  const data = await dataFor(panel);
  if (details === null || data === undefined) return;
  details.open = true;
  if (details.querySelector('.found') === null) details.querySelector('p')?.replaceWith(filters(panel, data));
  if (wanted.through !== undefined) mark(panel, wanted.through);
  panel.dataset['chosen'] = wanted.through ?? panel.dataset['chosen'] ?? '';
  list(panel, data);
}

function filters(panel: HTMLElement, data: FlowData): HTMLElement {
  const words = make('input', { type: 'search', placeholder: 'State, step or id', 'aria-label': 'Find paths' });
  const failed = make('input', { type: 'checkbox' });
  words.addEventListener('input', () => list(panel, data));
  failed.addEventListener('change', () => list(panel, data));
  const only = make('label', {}, failed, ' Failed only');
  if (!data.paths.some((path) => path.failed)) only.hidden = true;
  const through = make('p', { class: 'through' });
  return make('div', {}, make('div', { class: 'filters' }, words, only), through, make('div', { class: 'found' }));
}

function list(panel: HTMLElement, data: FlowData): void {
  const through = panel.dataset['chosen'] ?? '';
  const words = panel.querySelector<HTMLInputElement>('.filters input[type=search]')?.value.trim().toLowerCase() ?? '';
  const failed = panel.querySelector<HTMLInputElement>('.filters input[type=checkbox]')?.checked === true;
  const found = data.paths.filter((path) => fits(data, path, { words, failed, through }));
  const chip = panel.querySelector('.through');
  if (chip !== null && through === '') chip.replaceChildren();
  else if (chip !== null) {
    const clear = make('button', { type: 'button' }, 'Show all');
    clear.addEventListener('click', () => void showPaths(panel, { through: '' }));
    chip.replaceChildren('Through ', make('code', {}, through), ' ', clear);
  }
  const shown = found.slice(0, MOST).map((path) => pathElement(data, path));
  const count = `${found.length} of ${data.paths.length} paths${found.length > MOST ? `, the first ${MOST} shown` : ''}`;
  panel.querySelector('.found')?.replaceChildren(make('p', { class: 'quiet' }, count), ...shown);
  say(count);
}

function fits(data: FlowData, path: WalkedPath, { words, failed, through }: Wanted): boolean {
  if (failed && !path.failed) return false;
  const text = (place: number) => data.texts[place] ?? '';
  if (through.startsWith('in ')) {
    const state = through.slice(3);
    if (!path.steps.some(([, at]) => text(at) === state || text(at).startsWith(`${state}.`))) return false;
  } else if (through !== '') {
    const place = data.texts.indexOf(through);
    if (!path.steps.some((step) => step[9].includes(place))) return false;
  }
  if (words === '' || path.id.includes(words)) return true;
  return path.steps.some(([name, state]) => `${text(name)}\n${text(state)}`.toLowerCase().includes(words));
}

function pathElement(data: FlowData, path: WalkedPath): HTMLElement {
  const details = make('details', { id: `path-${data.tier}-${path.id}`, class: path.failed ? 'path failed' : 'path' });
  const length = path.steps.length - 1;
  const last = data.texts[path.steps.at(-1)?.[1] ?? -1] ?? '';
  const summary = make('summary', {}, make('code', {}, path.id), ` ${path.input} → ${last} `);
  summary.append(
    make(
      'span',
      { class: 'quiet' },
      `${length} ${length === 1 ? 'step' : 'steps'}, ${path.ms} ms${path.failed ? ', failed' : ''}`,
    ),
  );
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(stepsOf(data, path));
  });
  return details;
}

function stepsOf(data: FlowData, path: WalkedPath): HTMLElement {
  const text = (place: number) => data.texts[place] ?? '';
  const command = `npm run --silent paths -- --flow ${data.flow} --tier ${data.tier}${data.seed === 1 ? '' : ` --seed ${data.seed}`} --path ${path.id}`;
  const steps = path.steps.map(([name, state, heading, buttons, says, wrong, shot, busy], index) => {
    const what = make('div', { class: 'what' }, make('b', {}, text(name)), make('code', {}, text(state)));
    const seen = make('div', { class: 'seen' }, text(heading), busy ? make('i', {}, ' working') : '');
    if (text(buttons) !== '') seen.append(make('span', { class: 'quiet' }, ` · ${text(buttons)}`));
    for (const line of text(says).split('\n').filter(Boolean)) seen.append(make('p', { class: 'quiet' }, line));
    for (const line of text(wrong).split('\n').filter(Boolean)) seen.append(make('p', { class: 'problem' }, line));
    const row = make('li', text(wrong) === '' ? {} : { class: 'failed' }, what, seen);
    if (shot >= 0) {
      const image = make('img', { src: text(shot), alt: `Step ${index}: ${text(state)}`, loading: 'lazy' });
      row.append(make('a', { class: 'shot', href: text(shot) }, image));
    }
    return row;
  });
  const again = make('p', { class: 'again' }, make('code', {}, command));
  again.append(make('button', { type: 'button', 'data-copy': command }, 'Copy'));
  return make('div', {}, again, make('ol', { class: 'steps', start: '0' }, ...steps));
}

function mark(panel: HTMLElement, through: string): void {
  for (const part of panel.querySelectorAll('svg .chosen')) part.classList.remove('chosen');
  for (const part of panel.querySelectorAll<SVGElement>('svg [data-transition], svg [data-state]')) {
    const ids = part.dataset['transition']?.split('\n') ?? [`in ${part.dataset['state']}`];
    if (through !== '' && ids.includes(through)) part.classList.add('chosen');
  }
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    say('Copied');
  } catch {
    // A page from a file may be refused the clipboard: then the command is marked, ready for the keys.
    const code = button.parentElement?.querySelector('code');
    if (code) getSelection()?.selectAllChildren(code);
    button.textContent = 'Press Ctrl+C';
  }
  setTimeout(() => (button.textContent = 'Copy'), 3000);
}

const picture = document.querySelector<HTMLDialogElement>('#picture');
let gallery: HTMLAnchorElement[] = [];
let at = 0;

function showPicture(index: number): void {
  at = (index + gallery.length) % gallery.length;
  const link = gallery[at];
  const image = picture?.querySelector('img');
  const caption = document.querySelector('#picture-caption');
  if (!picture || !image || !link || !caption) return;
  image.src = link.href;
  image.alt = link.querySelector('img')?.alt ?? '';
  caption.textContent = `${image.alt} (${at + 1} of ${gallery.length})`;
  if (!picture.open) picture.showModal();
}

picture?.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowLeft') showPicture(at - 1);
  if (key === 'ArrowRight') showPicture(at + 1);
});

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const button = target.closest<HTMLElement>('[data-copy], [data-through], [data-turn]');
  if (button?.dataset['copy'] !== undefined) void copy(button.dataset['copy'], button);
  if (button?.dataset['turn'] !== undefined) showPicture(at + Number(button.dataset['turn']));
  const link = target.closest<HTMLAnchorElement>('a.shot');
  if (link !== null) {
    event.preventDefault();
    gallery = [...(link.closest('.steps, .failure') ?? document).querySelectorAll<HTMLAnchorElement>('a.shot')];
    showPicture(gallery.indexOf(link));
  }
  const panel = target.closest<HTMLElement>('.panel');
  const part = target.closest<SVGElement>('svg [data-transition], svg [data-state]');
  const [id] = part?.dataset['transition']?.split('\n') ?? [];
  const through = button?.dataset['through'] ?? id ?? (part === null ? undefined : `in ${part.dataset['state']}`);
  if (panel !== null && through !== undefined) {
    void showPaths(panel, { through }).then(() => panel.querySelector('.through')?.scrollIntoView({ block: 'center' }));
  }
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name.startsWith('tier-'))
    chooseTier(target.name.slice(5), target.value);
});

for (const details of document.querySelectorAll<HTMLDetailsElement>('details.paths')) {
  details.addEventListener('toggle', () => {
    const panel = details.closest<HTMLElement>('.panel');
    if (details.open && panel !== null && details.querySelector('.found') === null) void showPaths(panel);
  });
}

/** `#machine/organization-0abc123`: a path, as failures lead to it. */
async function follow(): Promise<void> {
  const [, tier, id] = /^#(\w+)\/(.+)$/.exec(location.hash) ?? [];
  if (tier === undefined || id === undefined) return;
  const panel = panelOf(id.slice(0, id.lastIndexOf('-')), tier);
  if (panel === null) return;
  chooseTier(panel.dataset['flow'] ?? '', tier);
  const words = panel.querySelector<HTMLInputElement>('.filters input[type=search]');
  if (words) words.value = '';
  await showPaths(panel, { through: '' });
  const data = await dataFor(panel);
  const path = data?.paths.find((one) => one.id === id);
  if (data === undefined || path === undefined) return;
  let element = document.querySelector<HTMLDetailsElement>(`#path-${tier}-${id}`);
  if (element === null) {
    // Beyond those that are listed at once.
    element = pathElement(data, path) as HTMLDetailsElement;
    panel.querySelector('.found')?.prepend(element);
  }
  element.open = true;
  element.querySelector('summary')?.focus();
  element.scrollIntoView();
}

showBeginnings();
addEventListener('hashchange', () => void follow());
void follow();
