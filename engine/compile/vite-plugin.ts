import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { checkCustomFields, checkDocument, checkManifest, type DocumentProblem } from '../document/check-document.ts';
import { keepsCustomFields, withCustomFields } from '../document/custom-fields.ts';
import type { ScreenDocument } from '../document/document.ts';
import { withReferences, type ReadDocument } from '../document/references.ts';
import type { FlowManifest } from '../flow/flow.ts';
import type { Sending } from '../flow/sends.ts';
import { givenDocument } from './given-document.ts';
import { readBeside } from './library.ts';
import { screenModule } from './screen-module.ts';

const MANIFEST = 'flow.json';
const MODULE = '.screen.js';
const SHELL_MODULE = '.shell.js';
const GIVEN_MODULE = '.given.js';
const WHOLE_MODULE = '.whole.js';

// A name of its own for each module, so that no plugin for JSON takes it for data.
const modules: Readonly<Record<string, string>> = {
  '.json?screen': MODULE,
  '.json?shell': SHELL_MODULE,
  '.json?given': GIVEN_MODULE,
  '.json?whole': WHOLE_MODULE,
};

/** Cached, since vitest loads each screen twice in each of its projects. */
interface Compiled {
  text: string;
  /** The other documents that it takes something from, as JSON by path. */
  taken: ReadonlyMap<string, string>;
  code: string;
}

function isAsBefore(known: Compiled, text: string, read: ReadDocument): boolean {
  return known.text === text && [...known.taken].every(([place, said]) => JSON.stringify(read(place)) === said);
}

/**
 * `import screen from '#schemas/organization/details.json?screen'` yields its `CompiledScreen`: code without eval. A
 * document or manifest that says something wrong stops the build with its file and line.
 * `flow.json` yields the manifest with a rule for each custom field of the screens beside it.
 * `flow.json?shell` yields the part of a manifest that the console needs before the flow is opened.
 * `flow.json?given` yields what holds values to the manifest's `given`, as a compiled screen that nobody sees.
 * `flow.json?whole` yields a whole flow as one module to load: the manifest and the compiled screens of its folder, and the definition
 * of its machine.
 */
export function screenDocuments(): Plugin {
  // Compiled screens by the documents that they take something from.
  const takers = new Map<string, Set<string>>();
  const compiled = new Map<string, Compiled>();
  return {
    name: 'cairn-screen-documents',
    enforce: 'pre',
    async resolveId(source, importer) {
      const query = Object.keys(modules).find((ending) => source.endsWith(ending));
      if (query === undefined) return moduleAt(source, this.environment.config.root);
      const json = source.slice(0, source.lastIndexOf('?'));
      const document = await this.resolve(json, importer, { skipSelf: true });
      return document === null ? null : document.id.replace(/\.json$/, modules[query] ?? '');
    },
    async load(id) {
      if (id.endsWith(SHELL_MODULE)) {
        const file = `${id.slice(0, -SHELL_MODULE.length)}.json`;
        this.addWatchFile(file);
        return { code: `export default ${shellPart(await readFile(file, 'utf8'))};`, map: null };
      }
      if (id.endsWith(GIVEN_MODULE)) {
        const file = `${id.slice(0, -GIVEN_MODULE.length)}.json`;
        this.addWatchFile(file);
        const { given } = JSON.parse(await readFile(file, 'utf8')) as Pick<FlowManifest, 'given'>;
        return { code: screenModule(basename(dirname(file)), 'given', givenDocument(given ?? {})), map: null };
      }
      if (id.endsWith(WHOLE_MODULE)) return { code: await wholeFlow(dirname(id)), map: null };
      if (!id.endsWith(MODULE)) return null;
      const file = documentOf(id);
      this.addWatchFile(file);
      const text = await readFile(file, 'utf8');
      const taken = new Map<string, string>();
      const read: ReadDocument = (place) => {
        const other = join(dirname(file), place).replace(/\/$/, '');
        this.addWatchFile(other);
        takers.set(other, (takers.get(other) ?? new Set()).add(id));
        const found = readBeside(file)(place);
        taken.set(place, JSON.stringify(found));
        return found;
      };
      const before = compiled.get(id);
      const known = before !== undefined && isAsBefore(before, text, read) ? before : undefined;
      if (known === undefined) refuse(file, checkDocument(text, read));
      refuse(file, await customProblemsOf(file, text));
      if (known !== undefined) return { code: known.code, map: null };
      const document = withReferences(JSON.parse(text) as ScreenDocument, read);
      const code = screenModule(basename(dirname(file)), basename(file, '.json'), document);
      compiled.set(id, { text, taken, code });
      return { code, map: null };
    },
    transform: {
      filter: { id: /[/\\]schemas[/\\][^/\\]+[/\\]flow\.json$/ },
      async handler(text, id) {
        const screens = await documentsBeside(id);
        refuse(id, checkManifest(text, screens));
        return { code: JSON.stringify(withCustomFields(JSON.parse(text) as Sending, screens)), map: null };
      },
    },
    hotUpdate({ file, modules: changed }) {
      if (!file.endsWith('.json')) return;
      // The manifest beside a screen has rules for what the screen asks.
      const ids = [
        file.replace(/\.json$/, MODULE),
        join(dirname(file), MANIFEST),
        join(dirname(file), MANIFEST.replace(/\.json$/, WHOLE_MODULE)),
        ...(takers.get(file) ?? []),
        ...(takers.get(dirname(file)) ?? []),
      ];
      const { name, moduleGraph, hot } = this.environment;
      const made = ids.flatMap((id) => moduleGraph.getModuleById(id) ?? []);
      if (made.length === 0) return;
      if (name !== 'client') return [...changed, ...made];
      // A page keeps the flows that it has loaded, so a replaced module would change nothing that it shows.
      for (const one of [...changed, ...made]) moduleGraph.invalidateModule(one);
      hot.send({ type: 'full-reload' });
      return [];
    },
  };
}

/** Resolves an address that the plugin gave out in an earlier run, which vitest reads from the cached module that imports it. */
function moduleAt(address: string, root: string): string | null {
  const ending = Object.values(modules).find((one) => address.endsWith(one));
  if (ending === undefined || !address.startsWith('/')) return null;
  const id = join(root, address);
  return existsSync(`${id.slice(0, -ending.length)}.json`) ? id : null;
}

/** A flow by the folder of its documents: its manifest, its machine's definition and its screens. */
async function wholeFlow(folder: string): Promise<string> {
  const screens = await screensIn(folder);
  const imports = screens.map((id, index) => `import screen${index} from './${id}.json?screen';\n`).join('');
  const names = screens.map((_, index) => `screen${index}`).join(', ');
  const { given } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Pick<FlowManifest, 'given'>;
  const hasGiven = given !== undefined;
  return `import manifest from './${MANIFEST}';
${hasGiven ? `import given from './${MANIFEST}?given';\n` : ''}import definition from '../../machines/${basename(folder)}/flow.ts';
${imports}export default { manifest, definition, screens: [${names}]${hasGiven ? ', validateGiven: (values) => given.validate(values)' : ''} };
`;
}

/** Only the machine reads these: they weigh more than the rest, and come once a flow is opened. */
const afterOpening = [
  '$schema',
  'drafts',
  'ends',
  'entity',
  'given',
  'namedBy',
  'needs',
  'organization',
  'sends',
  'sendsMore',
  'stepper',
  'unsent',
];

function shellPart(manifest: string): string {
  const shell = JSON.parse(manifest) as Json;
  for (const name of afterOpening) delete shell[name];
  return JSON.stringify(shell);
}

type Json = Record<string, unknown>;

function documentOf(id: string): string {
  return `${id.slice(0, -MODULE.length)}.json`;
}

/** What the screen asks and its flow cannot keep. */
async function customProblemsOf(file: string, text: string): Promise<DocumentProblem[]> {
  const manifest = join(dirname(file), MANIFEST);
  // The documents of a page are no flow: they have no manifest.
  if (!existsSync(manifest)) return [];
  const sending = JSON.parse(await readFile(manifest, 'utf8')) as Sending;
  if (!keepsCustomFields(sending)) return [];
  return checkCustomFields(basename(file, '.json'), text, {
    manifest: sending,
    screens: await documentsBeside(manifest),
  });
}

async function documentsBeside(manifest: string): Promise<Record<string, ScreenDocument>> {
  const folder = dirname(manifest);
  const read = async (id: string) => {
    const file = join(folder, `${id}.json`);
    const document = JSON.parse(await readFile(file, 'utf8')) as ScreenDocument;
    return [id, withReferences(document, readBeside(file))] as const;
  };
  return Object.fromEntries(await Promise.all((await screensIn(folder)).map(read)));
}

/** Their ids, in alphabetical order. */
async function screensIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && file !== MANIFEST);
  return files.map((file) => basename(file, '.json')).toSorted();
}

function refuse(file: string, problems: readonly DocumentProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const lines = problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw Object.assign(new Error(lines.join('\n')), { loc: { file, line: first.line, column: first.column } });
}
