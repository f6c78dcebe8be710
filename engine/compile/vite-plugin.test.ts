import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, cpSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer, type InlineConfig } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import everyRule from '#engine/compile/fixtures/sample/every-rule.json?screen';
import { screenDocuments } from './vite-plugin.ts';

const fixtures = fileURLToPath(new URL('./fixtures/sample', import.meta.url));

describe('the vite plugin', () => {
  let root: string;
  let config: InlineConfig;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cairn-plugin-'));
    mkdirSync(join(root, 'schemas'));
    cpSync(fixtures, join(root, 'schemas/sample'), { recursive: true });
    writeFileSync(join(root, 'main.js'), `export { default } from './schemas/sample/every-rule.json?screen';\n`);
    config = {
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [screenDocuments()],
      build: { outDir: 'out', minify: false, lib: { entry: 'main.js', formats: ['es'], fileName: 'main' } },
    };
  });
  // A development server that was closed may still write its cache.
  afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

  it('gives vitest a compiled screen', () => {
    expect(everyRule.flow).toBe('sample');
    expect(everyRule.id).toBe('every-rule');
    expect(everyRule.validate({ name: 'x', count: 2 })).toEqual([
      { pointer: '/kind', keyword: 'required', message: 'Required' },
    ]);
  });

  it('builds a module that needs no eval, no AJV and no second copy of the schema', async () => {
    await build(config);
    const [file] = readdirSync(join(root, 'out'));
    const code = readFileSync(join(root, 'out', file ?? ''), 'utf8');
    expect(code).not.toMatch(/\bFunction\b|\beval\b|\brequire\(/);
    expect(code.match(/"Header given twice"/g)).toHaveLength(1);
    expect(code.match(/\bmaxItems\b.{0,6}5\b/g)).toHaveLength(1);
  });

  it('stops the build at a bad document with its file and line', async () => {
    const file = join(root, 'schemas/sample/every-rule.json');
    const text = readFileSync(file, 'utf8').replace('"required": ["name", "kind"]', '"requried": ["name", "kind"]');
    writeFileSync(file, text);
    await expect(build(config)).rejects.toThrow(
      /every-rule\.json:5:\d+: "requried" is not known here; did you mean "required"\?/,
    );
  });

  it('stops the build at a manifest that needs a field which its screen does not have', async () => {
    writeFileSync(
      join(root, 'schemas/sample/flow.json'),
      '{\n  "title": { "NEW": "Add", "EDIT": "Edit" },\n  "presentation": "page",\n  "drafts": "local",\n  "needs": { "every-rule": ["/nmae"] }\n}\n',
    );
    writeFileSync(join(root, 'main.js'), `export { default } from './schemas/sample/flow.json';\n`);
    await expect(build(config)).rejects.toThrow(/flow\.json:5:\d+: "\/nmae" names no field; did you mean "\/name"\?/);
  });

  describe('of a flow that keeps custom fields', () => {
    const manifest = {
      title: { NEW: 'Add', EDIT: 'Edit' },
      presentation: 'page',
      drafts: 'local',
      stepper: [{ screen: 'details' }],
      sends: { addThing: { custom: '/custom', body: { '/name': '/details/name' } } },
      needs: {},
    };
    const details = (properties: object) =>
      JSON.stringify({ title: 'Details', schema: { type: 'object', properties } }, undefined, 2);
    const name = { type: 'string' };
    const write = (file: string, text: string) => writeFileSync(join(root, 'schemas/kept', file), text);

    beforeEach(() => {
      mkdirSync(join(root, 'schemas/kept'));
      write('flow.json', JSON.stringify(manifest));
      write('details.json', details({ name }));
    });

    it('stops the build at a secret that would be a custom field, with its file and line', async () => {
      write('details.json', details({ name, pin: { type: 'string', writeOnly: true } }));
      writeFileSync(join(root, 'main.js'), `export { default } from './schemas/kept/details.json?screen';\n`);
      await expect(build(config)).rejects.toThrow(/details\.json:11:\d+: "pin": a secret cannot be a custom field/);
    });

    it('lists in the manifest a field that was added to a screen', async () => {
      const server = await createServer({ ...config, server: { middlewareMode: true, ws: false } });
      const sends = async () => (await server.transformRequest('/schemas/kept/flow.json'))?.code;
      try {
        await server.transformRequest('/schemas/kept/details.json?screen');
        expect(await sends()).not.toContain('costCentre');
        write('details.json', details({ name, costCentre: { type: 'string' } }));
        server.watcher.emit('change', join(root, 'schemas/kept/details.json'));
        await expect.poll(sends).toContain('/details/costCentre');
      } finally {
        await server.close();
      }
    });
  });

  describe('of a whole flow', () => {
    const write = (file: string, document: object) =>
      writeFileSync(join(root, 'schemas/whole', file), JSON.stringify(document));
    const screen = (title: string) => ({ title, schema: { type: 'object', properties: {} } });

    beforeEach(() => {
      mkdirSync(join(root, 'schemas/whole'));
      mkdirSync(join(root, 'machines/whole'), { recursive: true });
      writeFileSync(join(root, 'machines/whole/flow.ts'), `export default { effects: { addWhole: {} } };\n`);
      const title = { NEW: 'Add', EDIT: 'Edit' };
      write('flow.json', { title, presentation: 'page', drafts: 'local', needs: {} });
      write('one.json', screen('First screen'));
      write('two.json', screen('Second screen'));
      writeFileSync(join(root, 'main.js'), `export { default } from './schemas/whole/flow.json?whole';\n`);
    });

    it('builds one module of its manifest, its machine and its screens', async () => {
      await build(config);
      const built = (await import(join(root, 'out', readdirSync(join(root, 'out'))[0] ?? ''))) as {
        default: { manifest: { title: object }; definition: object; screens: { id: string; title: string }[] };
      };
      const { manifest, definition, screens } = built.default;
      expect(definition).toEqual({ effects: { addWhole: {} } });
      expect(manifest.title).toEqual({ NEW: 'Add', EDIT: 'Edit' });
      expect(screens.map(({ id }) => id)).toEqual(['one', 'two']);
    });

    it('compiles the schema of what the flow is given into its check', async () => {
      const title = { NEW: 'Add', EDIT: 'Edit' };
      const deviceIds = { type: 'array', minItems: 1, items: { type: 'integer' } };
      const given = { type: 'object', required: ['deviceIds'], additionalProperties: false, properties: { deviceIds } };
      const unsent = ['/given/deviceIds'];
      write('flow.json', { title, presentation: 'page', drafts: 'local', given, unsent, needs: {} });
      await build(config);
      const built = (await import(join(root, 'out', readdirSync(join(root, 'out'))[0] ?? ''))) as {
        default: { validateGiven?: (values: unknown) => { pointer: string; keyword: string }[] };
      };
      const problemsOf = (values: unknown) =>
        built.default.validateGiven?.(values).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
      expect(problemsOf({ deviceIds: [7] })).toEqual([]);
      expect(problemsOf({})).toEqual(['/deviceIds required']);
      expect(problemsOf({ deviceIds: [] })).toEqual(['/deviceIds minItems']);
      expect(problemsOf({ deviceIds: [7], token: 'x' })).toHaveLength(1);
    });

    it('has no check of what is given when its manifest declares nothing', async () => {
      await build(config);
      const built = (await import(join(root, 'out', readdirSync(join(root, 'out'))[0] ?? ''))) as { default: object };
      expect(built.default).not.toHaveProperty('validateGiven');
    });

    it('serves a screen that is added while the server runs', async () => {
      const server = await createServer({ ...config, server: { middlewareMode: true, ws: false } });
      const whole = async () => (await server.transformRequest('/schemas/whole/flow.json?whole'))?.code;
      try {
        expect(await whole()).not.toContain('three');
        write('three.json', screen('Third screen'));
        server.watcher.emit('add', join(root, 'schemas/whole/three.json'));
        await expect.poll(whole).toContain('three');
      } finally {
        await server.close();
      }
    });
  });

  it('serves a document in development, and has pages reload when it changes', async () => {
    const server = await createServer({ ...config, server: { middlewareMode: true, ws: false } });
    const sent = vi.spyOn(server.environments.client.hot, 'send');
    try {
      const file = join(root, 'schemas/sample/every-rule.json');
      const url = '/schemas/sample/every-rule.json?screen';
      const first = await server.transformRequest(url);
      expect(first?.code).toContain('Header given twice');
      writeFileSync(file, readFileSync(file, 'utf8').replace('Header given twice', 'Twice the same header'));
      const changed = new Promise((resolve) => server.watcher.once('change', resolve));
      server.watcher.emit('change', file);
      await changed;
      await expect.poll(async () => (await server.transformRequest(url))?.code).toContain('Twice the same header');
      expect(sent.mock.calls).toContainEqual([{ type: 'full-reload' }]);
    } finally {
      await server.close();
    }
  });
});
