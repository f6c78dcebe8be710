import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { commonErrors, errors, type ErrorCode } from '#api/contract/errors.ts';
import { givenCheckOf, loadScreens, type ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { takeCustomFields } from '#engine/document/custom-fields.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import {
  runEnds,
  uploadEnds,
  type Answers,
  type Flow,
  type FlowDefinition,
  type FlowInput,
  type FlowManifest,
  type JobProgress,
  type Refusal,
} from '#engine/flow/flow.ts';
import { givenExample } from '#engine/flow/given.ts';
import type { Screens } from '#engine/flow/view.ts';
import type { Material } from './generator/material.ts';
import { sampleReply } from '#src/gallery/sample.ts';
import { caseAnswers } from './case-answers.ts';
import { caseWith, type Assertions, type FlowCase, type StateCase } from './flow-case.ts';

/** The folder of the project, also for the bundled program in `dist/server`. */
export const root = join(import.meta.dirname, '../..');
/** By flow, compiled when it is asked for: a run of one flow does not wait for the screens of all. */
const libraries = new Map<string, ScreenLibrary>();

/**
 * What the page itself makes of a request that failed (`api/client.ts`). `cancelled` is not among them: a request is given
 * up when its state is left, and nobody hears of it then.
 */
const localRefusals: Record<string, string> = {
  offline: 'The server cannot be reached. Check your connection and try again.',
  unreadable: 'The server’s answer could not be read. Try again shortly.',
};

/** The words of ends that the page finds out itself (`src/flow/upload-effect.ts`). */
const endWords: Record<string, string> = {
  upload_gone: 'The server no longer keeps what was uploaded. Upload the file again.',
};

export interface LoadedFlow {
  flow: Flow;
  screens: Screens;
  known: FlowCase;
  material: Material;
}

/** A screen of any flow, as a row of a list may be asked by one. */
export function screenOf(flow: string, screen: string): Screens[string] {
  return libraryOf(flow).get(flow, screen);
}

function libraryOf(flow: string): ScreenLibrary {
  const library = libraries.get(flow) ?? loadScreens(join(root, 'schemas'), [flow]);
  libraries.set(flow, library);
  return library;
}

/** Every flow of the console, sorted. Each of them needs a case: a flow without one fails the run. */
export function flowIds(): string[] {
  return readdirSync(join(root, 'machines'))
    .filter((id) => existsSync(join(root, 'machines', id, 'flow.ts')))
    .sort();
}

/** The flows that the tier walks: all but those whose case says why not. Throws for a flow without a case. */
export async function flowsIn(tier: 'machine' | 'dom' | 'browser'): Promise<string[]> {
  const cases = [...(await readCases())];
  return cases.flatMap(([id, { notIn }]) => (tier === 'machine' || notIn?.[tier] === undefined ? [id] : []));
}

/** Those whose case has a budget of its own in the simulated page, since they cost more there than a flow may in `npm test`. */
export async function dearFlows(): Promise<string[]> {
  const cases = [...(await readCases())];
  return cases.flatMap(([id, { budget }]) => (budget?.dom === undefined ? [] : [id]));
}

/** By flow, sorted. */
async function readCases(): Promise<ReadonlyMap<string, FlowCase>> {
  const ids = flowIds();
  const missing = ids.filter((id) => !existsSync(join(root, caseFile(id))));
  if (missing.length > 0) {
    throw new Error(
      missing.map((id) => `The flow "${id}" has no case, so no path of it is walked: add ${caseFile(id)}`).join('\n'),
    );
  }
  const read = async (id: string) => [id, (await load(caseFile(id))) as FlowCase] as const;
  return new Map(await Promise.all(ids.map(read)));
}

function caseFile(id: string): string {
  return `tests/paths/${id}/flow.ts`;
}

/** A flow with its screens, its testers' cases, and what its paths are made of. */
export async function loadFlow(id: string): Promise<LoadedFlow> {
  const library = libraryOf(id);
  const screens = Object.fromEntries(library.screens(id).map((screen) => [screen, library.get(id, screen)]));
  const manifest = await manifestOf(id, screens);
  const definition = (await load(`machines/${id}/flow.ts`)) as FlowDefinition;
  const flow = { ...manifest, ...definition, ...givenCheckOf(id, manifest) };
  const known = await casesOf(id);
  return { flow, screens, known, material: materialOf(flow, screens, known) };
}

/**
 * The manifest with its rules for custom fields. Outside of Vite no plugin adds them, so the module that the machine is
 * about to import gets them here.
 */
async function manifestOf(id: string, screens: Screens): Promise<FlowManifest> {
  const imported = (await load(`schemas/${id}/flow.json`)) as FlowManifest;
  // In place: a machine may have copied the manifest, and holds the same lists.
  takeCustomFields(imported, documentsOf(screens));
  return imported;
}

/** By screen. */
export function documentsOf(screens: Screens): Record<string, ScreenDocument> {
  return Object.fromEntries(Object.entries(screens).map(([screen, { document }]) => [screen, document]));
}

async function casesOf(id: string): Promise<FlowCase> {
  const folder = `tests/paths/${id}`;
  const files = filesIn(folder);
  const main = files.includes('flow.ts') ? ((await load(`${folder}/flow.ts`)) as FlowCase) : {};
  const states: Record<string, StateCase> = { ...main.states };
  for (const file of files) {
    // How the flow is opened in the browser tier is no state.
    if (!file.endsWith('.ts') || file === 'flow.ts' || file === 'browser.ts') continue;
    const state = file.slice(0, -'.ts'.length);
    const more = (await load(`${folder}/${file}`)) as Partial<StateCase> | undefined;
    // A file without a case of its own holds what the others share.
    if (more?.heading === undefined) continue;
    states[state] = states[state] === undefined ? (more as StateCase) : both(states[state], more as StateCase);
  }
  return caseWith({ ...main, states }, assertionsIn(folder), keptPathsIn(folder));
}

/** Paths of the Workbench in the folder of the cases, one on each line. The bundled program reads them at run time as well. */
function keptPathsIn(folder: string): string[] {
  const file = join(root, folder, 'kept-paths.txt');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** Assertions of the Workbench in the folder of the cases, as `<state>.json`. The bundled program reads them at run time as well. */
function assertionsIn(folder: string): Assertions {
  if (!existsSync(join(root, folder))) return {};
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Assertions[string],
    ]),
  );
}

function filesIn(folder: string): string[] {
  if (bundled !== undefined)
    return Object.keys(bundled).flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    );
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort() : [];
}

function both(one: StateCase, more: StateCase): StateCase {
  return {
    heading: more.heading,
    says: [...(one.says ?? []), ...(more.says ?? [])],
    sometimes: [...(one.sometimes ?? []), ...(more.sometimes ?? [])],
    offers: [...(one.offers ?? []), ...(more.offers ?? [])],
    answers: { ...one.answers, ...more.answers },
    cases: { ...one.cases, ...more.cases },
    check(seen) {
      one.check?.(seen);
      more.check?.(seen);
    },
  };
}

/** Modules by their path, of a program that stands alone. */
export type Bundled = Readonly<Record<string, () => Promise<{ default: unknown }>>>;

let bundled: Bundled | undefined;

/** Takes machines, manifests and cases from these instead of from the folders. */
export function takeBundled(given: Bundled): void {
  bundled = given;
}

async function load(path: string): Promise<unknown> {
  if (bundled !== undefined) return (await bundled[path]?.())?.default ?? {};
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, path)).href)) as { default: unknown };
  return module.default;
}

const atWork: JobProgress = {
  stage: 'work',
  stages: ['work'],
  done: 0,
  total: 0,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
};
const ordinaryProgress = { begun: atWork, 'half done': { ...atWork, done: 50, total: 100 } };

export function materialOf(flow: Flow, screens: Screens, known: FlowCase): Material {
  const effects = Object.keys(flow.effects);
  const replies = Object.fromEntries(effects.map((name) => [name, known.replies?.[name] ?? { '': sampleReply(name) }]));
  return {
    flow,
    screens,
    inputs: inputsOf(flow, known),
    answers: Object.fromEntries(
      Object.values(screens).map((screen) => [
        screen.id,
        { ...answersOf(screen, known), ...caseAnswers(flow.machine, screen, known) },
      ]),
    ),
    replies,
    changed: changedOf(flow, replies),
    progress: Object.fromEntries(
      effects
        .filter((name) => ['job', 'upload'].includes(flow.effects[name]?.kind ?? 'call'))
        .map((name) => [name, known.progress?.[name] ?? ordinaryProgress]),
    ),
    refusals: Object.fromEntries(effects.map((name) => [name, refusalsOf(flow, name)])),
  };
}

function inputsOf(flow: Flow, known: FlowCase): Record<string, FlowInput> {
  const fresh: FlowInput = {
    instance: '00000000-0000-4000-8000-000000000001',
    mode: 'NEW',
    now: '2026-01-01T00:00:00.000Z',
    ...(flow.given && { given: givenExample(flow) }),
  };
  const edit = flow.routes?.edit === undefined ? {} : { EDIT: { ...fresh, mode: 'EDIT' as const, subject: '7' } };
  const more = Object.entries(known.inputs ?? {}).map(([name, input]) => [name, { ...fresh, ...input }] as const);
  return { NEW: fresh, ...edit, ...Object.fromEntries(more) };
}

function answersOf({ id, document }: Screens[string], known: FlowCase): Record<string, Answers> {
  const examples = (document.examples?.valid ?? []).map(
    (data, index) => [`example ${index + 1}`, data as Answers] as const,
  );
  const own = Object.entries(known.states ?? {})
    .filter(([state]) => state.split('.').at(-1) === id)
    .flatMap(([, { answers }]) => Object.entries(answers ?? {}));
  const switches = switchesOf(document);
  return Object.fromEntries([...examples, ...own].map(([name, data]) => [name, { ...switches, ...data }]));
}

/** A person who leaves a switch alone answers it all the same: as it stands. The branch that it belongs to may not apply. */
function switchesOf({ schema }: Screens[string]['document']): Answers {
  const switches = [...subschemas(schema)].filter(
    ({ schema: { type, default: stands }, at, pointer }) =>
      type === 'boolean' && stands !== undefined && /^\/[^/]+$/.test(pointer) && !/\/(?:if|not)(?:\/|$)/.test(at),
  );
  return Object.fromEntries(switches.map(({ schema: { default: stands }, pointer }) => [pointer.slice(1), stands]));
}

/** By save: each entity that the flow may have read, renamed by somebody else meanwhile. */
function changedOf(flow: Flow, replies: Material['replies']): NonNullable<Material['changed']> {
  const effects = Object.keys(flow.effects);
  const read = effects.find((name) => name.startsWith('read'));
  const saves = effects.filter((name) => (catalogue as Record<string, Call>)[name]?.revised !== undefined);
  const field = segmentsOf(flow.namedBy ?? '').at(-1) ?? '';
  const entities = Object.values(replies[read ?? ''] ?? {}).map((reply) => {
    const entity = reply as Record<string, unknown>;
    const name = String(entity[field]);
    return { ...entity, [field]: name.includes('@') ? `new-${name}` : `${name} new`, revision: 2 };
  });
  return Object.fromEntries(saves.map((save) => [save, entities]));
}

/** Every code that the effect may end with, and one that names a field of each step. */
function refusalsOf(flow: Flow, effect: string): Record<string, Refusal> {
  const { kind, errors: own = [] } = flow.effects[effect] ?? {};
  const declared = [...own, ...(kind === 'job' ? runEnds : kind === 'upload' ? uploadEnds : [])];
  // The effect reports a missing upload as `upload_gone`.
  const common = kind === 'upload' ? commonErrors.filter((code) => code !== 'not_found') : commonErrors;
  const refusals: Record<string, Refusal> = {};
  for (const code of [...declared, ...common]) {
    if (catalogue[effect as CallName] === undefined) throw new Error(`"${effect}" is no call of the catalogue`);
    refusals[code] = { code, message: errors[code as ErrorCode]?.message ?? endWords[code] ?? `Refused: ${code}` };
  }
  for (const [code, message] of Object.entries(localRefusals)) refusals[code] = { code, message };
  // Which second factors there are leads different ways.
  if (refusals['MFA_REQUIRED'])
    for (const methods of [['U2F_TOKEN'], ['SMSOTP'], ['TOTP', 'SMSOTP'], ['U2F_TOKEN', 'SMSOTP']])
      refusals[`MFA_REQUIRED ${methods.join(' ')}`] = { ...refusals['MFA_REQUIRED'], methods };
  // What was not sent cannot be refused.
  if ((catalogue as Record<string, Call>)[effect]?.body === undefined) return refusals;
  const taken = new Set<string>();
  for (const [screen, fields] of Object.entries(flow.needs)) {
    // A field that an earlier step asks as well leads there.
    const field = fields.find((pointer) => !taken.has(pointer));
    for (const pointer of fields) taken.add(pointer);
    if (field === undefined) continue;
    const words = `The server refused this field of ${screen}.`;
    refusals[`invalid_input ${field}`] = { ...(refusals['invalid_input'] as Refusal), fields: { [field]: words } };
  }
  return refusals;
}
