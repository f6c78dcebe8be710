import { criteria } from './criteria.ts';
import { diagram } from './diagram.ts';
import { escaped } from './json-report.ts';
import type { PathReport } from './machine-tier.ts';
import type { FlowReport } from './run-flow.ts';

const meaning: Record<(typeof criteria)[number], string> = {
  states: 'Every state was stood in.',
  transitions: 'Every transition was taken, from every class of context that its guards tell apart.',
  guards: 'Every question that a guard asks was answered both ways.',
  pairs: 'Every transition was followed by every one that may follow it.',
  boundaries: 'Every bound, rule and choice of the screens was tried just inside and just outside.',
  sneak: 'Every event that a state does not declare was sent there and changed nothing.',
  reload: 'The flow was put down in every state, brought back, and went on to the same end.',
  outcomes: 'Every way that an effect may end was seen on the screen in its words.',
};

/** One page that needs nothing else: failures first, then each flow with its diagram, what is not covered and why, and its paths. */
export function htmlReport(reports: readonly FlowReport[], seed: number): string {
  const failures = reports.flatMap((report) => report.failures.map((failure) => ({ ...failure, flow: report.flow })));
  const holes = reports.flatMap((report) => report.holes.map((hole) => ({ hole, flow: report.flow })));
  const good = failures.length + holes.length === 0;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cairn: paths</title><style>${style}</style></head><body>
<header><h1>Generated paths</h1><p class="verdict ${good ? 'good' : 'bad'}">${good ? 'Everything asked for is covered, and nothing failed.' : `${failures.length} failures, ${holes.length} holes`}</p>
<p>Tier ${reports[0]?.tier ?? 'machine'}, seed ${seed}. The same seed gives the same paths.</p></header>
${failuresSection(failures)}${holesSection(holes)}
<section><h2>Coverage</h2>${overview(reports)}</section>
${reports.map(flowSection).join('\n')}
</body></html>
`;
}

function failuresSection(failures: readonly (FlowReport['failures'][number] & { flow: string })[]): string {
  if (failures.length === 0) return '';
  const cards = failures
    .toSorted((a, b) => a.steps.length - b.steps.length)
    .map(
      ({ flow, state, problems, steps, reproduce, path }) =>
        `<article class="failure"><h3>${escaped(flow)}, in ${escaped(state)}</h3>${problems.map((problem) => `<p class="problem">${escaped(problem)}</p>`).join('')}
<ol>${steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol><p>Again: <code>${escaped(reproduce)}</code> <span class="faint">(found by ${escaped(path)})</span></p></article>`,
    );
  return `<section><h2>Failures</h2>${cards.join('\n')}</section>`;
}

function holesSection(holes: readonly { hole: string; flow: string }[]): string {
  if (holes.length === 0) return '';
  const rows = holes.map(({ flow, hole }) => `<li><b>${escaped(flow)}</b> ${escaped(hole)}</li>`);
  return `<section><h2>Holes</h2><p>Nothing shows these, and nobody explains why.</p><ul>${rows.join('')}</ul></section>`;
}

function overview(reports: readonly FlowReport[]): string {
  const head = `<tr><th>Flow</th>${criteria.map((one) => `<th title="${meaning[one]}">${one}</th>`).join('')}<th>paths</th><th>steps</th><th title="The fewest steps that any paths could take for the same transitions">at least</th></tr>`;
  const rows = reports.map(
    ({ flow, coverage, paths, steps, generated }) =>
      `<tr><th><a href="#${flow}">${flow}</a></th>${criteria.map((one) => cell(coverage[one])).join('')}<td>${paths.length}</td><td>${steps}</td><td>${generated.suite.lowerBound}</td></tr>`,
  );
  return `<div class="wide"><table>${head}${rows.join('')}</table></div><dl>${criteria.map((one) => `<dt>${one}</dt><dd>${meaning[one]}</dd>`).join('')}</dl>`;
}

function cell({ covered, total, infeasible, holes }: FlowReport['coverage']['states']): string {
  if (total === 0) return '<td class="faint">not asked</td>';
  const kind = holes.length > 0 ? 'bad' : 'good';
  return `<td class="${kind}">${covered}/${total}${infeasible > 0 ? `<br><span class="faint">${infeasible} cannot be</span>` : ''}</td>`;
}

function flowSection(report: FlowReport): string {
  const { flow, coverage, paths, generated } = report;
  const reasons = criteria.flatMap((one) => coverage[one].reasons.map((reason) => ({ one, ...reason })));
  const left = generated.suite.graph.leftOut.length;
  return `<section id="${flow}"><h2>${flow}</h2><div class="wide">${diagram(report)}</div>
<p class="faint">Point at a line or a box to read which transitions it stands for. Green is covered, amber partly, red not.</p>
${left > 0 ? `<p class="bad">${left} classes of context lie beyond the bound and were not looked into.</p>` : ''}
${reasons.length > 0 ? `<details><summary>Not covered, and why (${reasons.length})</summary><table><tr><th>Criterion</th><th>What</th><th>Why</th></tr>${reasons.map(({ one, item, reason }) => `<tr><td>${one}</td><td>${escaped(item)}</td><td>${escaped(reason)}</td></tr>`).join('')}</table></details>` : ''}
<details><summary>Paths (${paths.length})</summary>${paths.map(pathDetails).join('\n')}</details></section>`;
}

function pathDetails({ path, steps, ms }: PathReport): string {
  const failed = steps.some(({ wrong }) => wrong.length > 0);
  const rows = steps.map(
    ({ name, state, seen, wrong }, index) =>
      `<tr${wrong.length > 0 ? ' class="bad"' : ''}><td>${index}</td><td>${escaped(name)}</td><td>${escaped(state)}</td><td>${escaped(seen?.heading ?? '')}${seen?.busy ? ' <i>working</i>' : ''}</td><td>${escaped(seen?.buttons.join(', ') ?? '')}</td><td>${escaped([...(seen?.errors.map(({ pointer, message }) => `${pointer} ${message}`) ?? []), ...wrong].join('; '))}</td></tr>`,
  );
  return `<details id="${path.id}"><summary class="${failed ? 'bad' : ''}">${path.id}: ${escaped(path.input)}, ${path.steps.length} steps, ${ms.toFixed(1)} ms</summary><table><tr><th></th><th>What happens</th><th>State after it</th><th>Heading</th><th>Buttons</th><th>Fields say</th></tr>${rows.join('')}</table></details>`;
}

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1d2430,#e4e8ee);--faint:light-dark(#5d6775,#98a2b1);--line:light-dark(#d7dce3,#39424f);--paper:light-dark(#fff,#161b22);--good:light-dark(#1a7f4b,#4cc38a);--partly:light-dark(#9a6700,#e0b050);--bad:light-dark(#c0362c,#ff8078)}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;padding:32px;max-width:1280px}
h1{margin:0 0 4px}h2{margin:40px 0 12px;border-bottom:1px solid var(--line);padding-bottom:6px}h3{margin:0 0 8px}
table{border-collapse:collapse;font-size:13px;margin:8px 0}td,th{border:1px solid var(--line);padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
.wide{overflow-x:auto}.good{color:var(--good)}.bad,.problem{color:var(--bad)}.faint{color:var(--faint)}.verdict{font-size:18px;font-weight:600}
.failure{border:1px solid var(--bad);border-radius:8px;padding:16px;margin:12px 0}code{background:light-dark(#f1f3f6,#222a34);padding:2px 5px;border-radius:4px;overflow-wrap:anywhere}
summary{cursor:pointer;padding:3px 0}details details{margin-left:16px}dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;font-size:13px}dt{font-weight:600}dd{margin:0;color:var(--faint)}
svg text{font:12px system-ui,sans-serif;fill:var(--ink);text-anchor:middle}.box rect{fill:var(--paper);stroke-width:1.6}.box.covered rect{stroke:var(--good)}.box.missed rect{stroke:var(--bad);stroke-dasharray:5 3}.box.failed rect{stroke:var(--bad);stroke-width:3}.box.ended rect{stroke-width:3}
.link path{fill:none;stroke-width:1.4;opacity:.75}.link.covered path{stroke:var(--good)}.link.partly path{stroke:var(--partly)}.link.missed path{stroke:var(--bad);stroke-dasharray:5 3}.link:hover path{stroke-width:3;opacity:1}
`;
