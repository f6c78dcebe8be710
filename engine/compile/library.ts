import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ajv } from 'ajv';
import { customProblems } from '../document/custom-fields.ts';
import type {
  CompiledScreen,
  CompiledValidator,
  FieldError,
  Pointer,
  ScreenDocument,
  ValidationContext,
} from '../document/document.ts';
import type { Named } from '../document/standard-documents.ts';
import { readVariantName } from '../document/variant.ts';
import { withReferences, type ReadDocument } from '../document/references.ts';
import type { Flow, FlowManifest } from '../flow/flow.ts';
import type { Sending } from '../flow/sends.ts';
import { vocabularyAjv } from './ajv.ts';
import { compiledScreen } from './compiled-screen.ts';
import { standardScreens } from './standard-screens.ts';
import { givenDocument } from './given-document.ts';
import { prepare } from './prepare.ts';
import { validationSchema } from './validation-schema.ts';

type Manifest = Sending & Named & Pick<FlowManifest, 'given'>;

/** The screens of every flow, compiled at run time: for the server and for tests, never for a page. */
export interface ScreenLibrary {
  /** Throws when there is none. */
  get(flow: string, screen: string): CompiledScreen;
  /** Ids, sorted. */
  flows(): string[];
  screens(flow: string): string[];
  /** Its manifest as it is written; empty for the documents of a page. */
  manifest(flow: string): Sending & { unsent?: readonly Pointer[] };
  /** What is wrong with what a flow is given; nothing of a flow that is given nothing. */
  checkGiven(flow: string, given: unknown): FieldError[];
  /** What is wrong with the data, one error a field. */
  check(flow: string, screen: string, data: unknown, context?: ValidationContext): FieldError[];
  /**
   * Takes a document in place of the one of the folder, or that one again; `text` is the document as its author wrote it. `screen` may
   * name a variant (`setup@7`), which `forOrganization` uses. Throws when it cannot be compiled.
   */
  replace(flow: string, screen: string, document: ScreenDocument | undefined, text?: string): void;
  /** The texts that `replace` took, by `<flow>/<screen>`: what other documents take from them is read there. */
  texts(): Record<string, string>;
  /** The documents of a flow that were taken in place of those of the folder, by screen. */
  replaced(flow: string): Record<string, ScreenDocument>;
  /** The documents that `replace` took of a flow, by screen and by the name of a variant. */
  published(flow: string): Record<string, ScreenDocument>;
  /** Another object after each `replace`: what is worked out of the documents is kept by it. */
  edition(): object;
  /** The library with the variants of an organization in place of the screens that every organization has. */
  forOrganization(id: number): ScreenLibrary;
  /** Organizations with a variant of a screen of the flow, by id. */
  organizationsWithVariants(flow: string): number[];
}

/** What a folder of documents holds, by flow and screen. */
export interface ScreenFolder {
  rootDir: string;
  flows: ReadonlyMap<string, ReadonlyMap<string, CompiledScreen>>;
  manifests: ReadonlyMap<string, Manifest>;
}

/** Reads `<rootDir>/<flow>/<screen>.json`, of all flows or of some. Throws at a document that cannot be read or compiled, naming its file. */
export function loadScreens(rootDir: string, some?: readonly string[]): ScreenLibrary {
  return libraryOf(readScreens(rootDir, some));
}

/** Throws as `loadScreens` does. */
export function readScreens(rootDir: string, some: readonly string[] = folders(rootDir)): ScreenFolder {
  const flows = new Map<string, Map<string, CompiledScreen>>();
  const manifests = new Map<string, Manifest>();
  const ajv = vocabularyAjv();
  for (const flow of some) {
    const screens = new Map<string, CompiledScreen>();
    for (const file of readdirSync(join(rootDir, flow)).sort()) {
      if (!file.endsWith('.json')) continue;
      if (file === 'flow.json') {
        manifests.set(flow, readJson(join(rootDir, flow, file)) as Manifest);
        continue;
      }
      const id = file.slice(0, -'.json'.length);
      screens.set(id, readScreen(ajv, join(rootDir, flow, file), flow, id));
    }
    for (const [id, screen] of Object.entries(standardScreens(flow, manifests.get(flow) ?? {})))
      if (!screens.has(id)) screens.set(id, screen);
    flows.set(flow, screens);
    refuseCustom(join(rootDir, flow), manifests.get(flow), screens);
  }
  return { rootDir, flows, manifests };
}

/** A library of these screens; what it takes in their place is its own. */
export function libraryOf({ rootDir, flows, manifests }: ScreenFolder): ScreenLibrary {
  const taken = new Map<string, CompiledScreen>();
  /** By `<flow>/<screen>@<organization>`. */
  const variants = new Map<string, CompiledScreen>();
  const forOrganizations = new Map<number, ScreenLibrary>();
  const texts = new Map<string, string>();
  let edition = {};
  const get = (flow: string, id: string): CompiledScreen => {
    const screen = taken.get(`${flow}/${id}`) ?? flows.get(flow)?.get(id);
    if (screen === undefined) throw new Error(`no screen document ${flow}/${id}.json in ${rootDir}`);
    return screen;
  };
  const variantsOf = (id: number) =>
    [...variants].flatMap(([key, screen]) => (readVariantName(key).organizationId === id ? [screen] : []));
  const library: ScreenLibrary = {
    get,
    flows: () => [...flows.keys()],
    screens: (flow) => [...(flows.get(flow)?.keys() ?? [])].sort(),
    manifest: (flow) => manifests.get(flow) ?? {},
    checkGiven: (flow, given) => givenCheckOf(flow, manifests.get(flow) ?? {}).validateGiven?.(given) ?? [],
    check: (flow, id, data, context) => get(flow, id).validate(data, context),
    replace(flow, id, document, text) {
      const key = `${flow}/${id}`;
      const { screen, organizationId } = readVariantName(id);
      const own = organizationId === undefined ? taken : variants;
      if (document === undefined) own.delete(key);
      else own.set(key, screenOf(flow, screen, document));
      forOrganizations.clear();
      if (document === undefined || text === undefined) texts.delete(key);
      else texts.set(key, text);
      edition = {};
    },
    texts: () => Object.fromEntries(texts),
    replaced(flow) {
      const own = [...taken.values()].filter((screen) => screen.flow === flow);
      return Object.fromEntries(own.map(({ id, document }) => [id, document]));
    },
    published(flow) {
      const own = [...variants].filter(([key]) => key.startsWith(`${flow}/`));
      const named = own.map(([key, { document }]) => [key.slice(flow.length + 1), document] as const);
      return { ...library.replaced(flow), ...Object.fromEntries(named) };
    },
    edition: () => edition,
    forOrganization(id) {
      const known = forOrganizations.get(id);
      if (known !== undefined) return known;
      const own = variantsOf(id);
      const made = own.length === 0 ? library : withVariants(library, own);
      // What has no variant is not kept: there may be thousands of organizations.
      if (own.length > 0) forOrganizations.set(id, made);
      return made;
    },
    organizationsWithVariants(flow) {
      const keys = [...variants.keys()].filter((key) => key.startsWith(`${flow}/`));
      return [...new Set(keys.map((key) => readVariantName(key).organizationId ?? 0))].sort((a, b) => a - b);
    },
  };
  return library;
}

function withVariants(library: ScreenLibrary, variants: readonly CompiledScreen[]): ScreenLibrary {
  const edition = {};
  const get: ScreenLibrary['get'] = (flow, id) =>
    variants.find((one) => one.flow === flow && one.id === id) ?? library.get(flow, id);
  return {
    ...library,
    get,
    check: (flow, id, data, context) => get(flow, id).validate(data, context),
    replaced(flow) {
      const own = variants.filter((one) => one.flow === flow).map(({ id, document }) => [id, document] as const);
      return { ...library.replaced(flow), ...Object.fromEntries(own) };
    },
    edition: () => edition,
  };
}

/** What the build refuses is not stored either where documents are read without one. */
function refuseCustom(
  folder: string,
  manifest: Sending | undefined,
  screens: ReadonlyMap<string, CompiledScreen>,
): void {
  const documents = Object.fromEntries([...screens].map(([id, { document }]) => [id, document]));
  const [first] = customProblems(manifest, documents);
  if (first !== undefined) throw new Error(`${join(folder, first.screen)}.json: ${first.message}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Compiles one document at run time. Its `validators` hold the whole schema alone: rjsf is not at home here. */
export function screenOf(flow: string, id: string, document: ScreenDocument, ajv = vocabularyAjv()): CompiledScreen {
  const { schema, ...parts } = prepare(ajv, flow, id, document);
  if (schema === undefined) return compiledScreen({ ...parts, validators: {} });
  const whole = ajv.compile(validationSchema(schema)) as unknown as CompiledValidator;
  return compiledScreen({ ...parts, root: 'whole', validators: { whole } });
}

/** What holds values to the `given` of a manifest; nothing where the flow is given nothing. */
export function givenCheckOf(flow: string, { given }: Pick<FlowManifest, 'given'>): Pick<Flow, 'validateGiven'> {
  if (given === undefined) return {};
  const screen = screenOf(flow, 'given', givenDocument(given));
  return { validateGiven: (values) => screen.validate(values) };
}

function readScreen(ajv: Ajv, file: string, flow: string, id: string): CompiledScreen {
  try {
    const document = JSON.parse(readFileSync(file, 'utf8')) as ScreenDocument;
    return screenOf(flow, id, withReferences(document, readBeside(file)), ajv);
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Reads the documents that the one in this file refers to. A text of `texts`, by `<flow>/<screen>`, is read instead of its file. */
export function readBeside(file: string, texts: Readonly<Record<string, string>> = {}): ReadDocument {
  const folder = dirname(file);
  const read = (place: string) => {
    const key = place.slice('../'.length, -'.json'.length);
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
    return JSON.parse(text ?? readFileSync(join(folder, place), 'utf8')) as unknown;
  };
  return (place) => {
    if (!place.endsWith('/')) return read(place);
    const files = readdirSync(join(folder, place)).filter((name) => name.endsWith('.json'));
    return files.sort().map((name) => read(join(place, name)));
  };
}

function folders(rootDir: string): string[] {
  return readdirSync(rootDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
