import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { criteria } from '../criteria.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { runFlow, type FlowReport } from '../run-flow.ts';
import type { FlowData } from '#api/contract/workbench.ts';
import { onePage } from './one-file.ts';
import { dataOf } from './report-data.ts';
import { layoutOf } from './layout.ts';
import { chartOf } from './statechart.ts';
import { writePage } from './write-report.ts';

const every = new Set(criteria);
let folder = '';

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-report-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function broken({ flow }: LoadedFlow): Promise<FlowReport> {
  const guards = { refusedFor: () => false };
  return loadFlow(flow.id).then((loaded) =>
    runFlow(loaded, { criteria: every, seed: 1, machine: flow.machine.provide({ guards } as never) }),
  );
}

const write = (report: FlowReport) => writePage(folder, [dataOf(report, 1, '2026-11-21T08:00:00.000Z')]);
const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign as keyof typeof signs]);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('the report of the paths', () => {
  it('is a folder that asks for nothing outside of it', async () => {
    await write(await runFlow(await loadFlow('sign-in'), { criteria: every, seed: 1 }));
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'index.html', 'report.css', 'report.js']);
    const links = [...read('index.html').matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(['report.css', 'report.js']);
    expect(read('report.css')).not.toMatch(/url\((?!data:)/);
    expect(read('index.html')).toContain('Everything asked for is covered');
  });

  it('is one page with its data inside, which no text ends early', async () => {
    const report = await broken(await loadFlow('sign-in'));
    for (const { problems } of report.failures) problems.push('says "</script><script>"');
    const parts = { style: 'main{color:red}', script: 'started();' };
    const html = await onePage([dataOf(report, 1, '2026-11-21T08:00:00.000Z')], parts);
    expect([...html.matchAll(/ (?:href|src)="([^"#][^"]*)"/g)]).toEqual([]);
    expect(html).toContain('<style>main{color:red}</style>');
    expect([...html.matchAll(/<script/g)]).toHaveLength(1);
    expect(html).toMatch(
      /<script>\{\nstarted\(\);\npathReport\(\{"flow":"sign-in"[^\n]*\\u003c\/script>[^\n]*\}\);\n\}<\/script>/,
    );
  });

  it('tells failures first, each by its shortest way and the command that does it again', async () => {
    const report = await broken(await loadFlow('sign-in'));
    await write(report);
    const page = read('index.html');
    expect(page.indexOf('id="failures"')).toBeLessThan(page.indexOf('id="coverage"'));
    expect(page).toContain(`data-copy="npm run --silent paths -- --flow sign-in --tier machine --path`);
    for (const { problems } of report.failures) expect(page).toContain(escaped(problems[0] ?? ''));
  });

  it('keeps what another run wrote of another flow', async () => {
    await write(await runFlow(await loadFlow('sign-in'), { criteria: every, seed: 1 }));
    await write(await runFlow(await loadFlow('first-run'), { criteria: every, seed: 1 }));
    expect(read('index.html')).toMatch(/id="first-run"[\s\S]*id="sign-in"/);
  });

  it('knows of each step which transitions it took', async () => {
    await write(await runFlow(await loadFlow('sign-in'), { criteria: every, seed: 1 }));
    const text = read('data/sign-in.machine.js');
    const data = JSON.parse(text.slice('pathReport('.length, text.lastIndexOf(')'))) as FlowData;
    const taken = new Set(
      data.paths.flatMap(({ steps }) => steps.flatMap((step) => step[9].map((at) => data.texts[at]))),
    );
    expect([...taken].toSorted()).toEqual(
      data.chart.links
        .concat(data.chart.states as never[])
        .flatMap(({ lines }) => lines.map(({ id }) => id))
        .toSorted(),
    );
  });
});

describe('the diagram', () => {
  it('has every state and every transition of the machine once, none on top of another', async () => {
    const report = await runFlow(await loadFlow('organization'), { criteria: new Set(['states']), seed: 1 });
    const chart = chartOf(report);
    const { boxes, wires } = await layoutOf(chart);
    const drawn = [...boxes.flatMap(({ state }) => state.lines), ...wires.flatMap(({ link }) => link.lines)];
    expect(drawn.map(({ id }) => id).toSorted()).toEqual(
      report.generated.suite.graph.transitions.all.map(({ id }) => id).toSorted(),
    );
    const leaves = boxes.filter(({ state }) => state.kind !== 'group');
    const overlaps = leaves.flatMap((a, index) =>
      leaves
        .slice(index + 1)
        .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
    );
    expect(overlaps).toEqual([]);
  });

  it('shows what is not covered as missed', async () => {
    const loaded = await loadFlow('sign-in');
    const asked = { criteria: new Set(['transitions'] as const), seed: 1 };
    const { paths } = await runFlow(loaded, asked);
    const longest = paths.toSorted((a, b) => b.steps.length - a.steps.length)[0];
    const report = await runFlow(loaded, { ...asked, path: longest?.path.id });
    const { states, links } = chartOf(report);
    const kinds = new Set([...states, ...links].flatMap(({ lines }) => lines.map(({ shown }) => shown)));
    expect(kinds).toContain('missed');
    expect(kinds).toContain('covered');
  });
});
