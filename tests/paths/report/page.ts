import { criteria } from '../criteria.ts';
import { escaped } from '../json-report.ts';
import { failuresSection } from './failures.ts';
import { flowSection } from './flow-section.ts';
import type { FlowData } from '#api/contract/workbench.ts';
import { meaning, plural, time } from './words.ts';

// Holes beyond these are folded away: one cause often makes hundreds.
const MOST = 8;

/** The files beside the page. */
export const reportFiles = '<link rel="stylesheet" href="report.css"><script src="report.js" defer></script>';

/** The page: failures first, then what is covered in which tier, then each flow with its diagram and its paths. */
export async function page(reports: readonly FlowData[]): Promise<string> {
  const flows = [...new Set(reports.map(({ flow }) => flow))];
  const sections = await Promise.all(flows.map((flow) => flowSection(reports.filter((one) => one.flow === flow))));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Path report · Cairn</title>
${reportFiles}</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header class="top"><p class="brand">${logo}<span>Path report</span></p><nav aria-label="Flows">${flows.map((flow) => `<a href="#${flow}">${flow}${badOf(reports, flow)}</a>`).join('')}</nav></header>
<main id="main" tabindex="-1">
${verdict(reports)}
${failuresSection(reports)}
${holesSection(reports)}
${overview(reports)}
${sections.join('\n')}
</main>
<dialog id="picture" aria-label="Screenshot"><form method="dialog"><p id="picture-caption"></p><button type="button" data-turn="-1">Previous</button><button type="button" data-turn="1">Next</button><button>Close</button></form><img alt=""></dialog>
<p id="said" class="hidden" role="status"></p>
</body></html>
`;
}

const logo =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><ellipse cx="12" cy="18.5" rx="8" ry="3.5"/><ellipse cx="12" cy="11.8" rx="5.4" ry="2.8"/><ellipse cx="12" cy="6.2" rx="3.2" ry="2.2"/></svg>';

function badOf(reports: readonly FlowData[], flow: string): string {
  const bad = reports
    .filter((one) => one.flow === flow)
    .reduce((sum, one) => sum + one.failures.length + one.holes.length, 0);
  return bad === 0 ? '' : ` <span class="count">${bad}</span>`;
}

function verdict(reports: readonly FlowData[]): string {
  const failures = sum(reports, ({ failures }) => failures.length);
  const holes = sum(reports, ({ holes }) => holes.length);
  const good = failures + holes === 0;
  const explained = reports.some(({ reasons }) => reasons.length > 0);
  const runs = new Map(reports.map(({ tier, seed, at }) => [`${tier} ${seed}`, { tier, seed, at }]));
  const words = good
    ? `Everything asked for is covered${explained ? ' or explained' : ''}, and nothing failed`
    : [
        failures > 0 ? plural(failures, 'path failed', 'paths failed') : '',
        holes > 0 ? plural(holes, 'hole', 'holes') : '',
      ]
        .filter(Boolean)
        .join(', ');
  return `<section class="verdict ${good ? 'good' : 'bad'}"><h1>${good ? '✓' : '✗'} ${words}</h1>
<p>${plural(
    sum(reports, ({ paths }) => paths.length),
    'path',
    'paths',
  )}, ${sum(reports, ({ steps }) => steps).toLocaleString('en')} steps. ${[...runs.values()].map(({ tier, seed, at }) => `Tier ${tier} with seed ${seed}, <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`).join('; ')}. The same seed gives the same paths.</p></section>`;
}

function holesSection(reports: readonly FlowData[]): string {
  const holes = reports.flatMap(({ flow, tier, holes }) => holes.map((hole) => ({ flow, tier, hole })));
  if (holes.length === 0) return '';
  const failed = reports.some(({ failures }) => failures.length > 0);
  const rest = holes.slice(MOST);
  return `<section id="holes"><h2>Holes</h2><p>Nothing shows these, and nobody explains why. ${failed ? 'A path that failed shows nothing, so some may go with the failures. ' : ''}Add a path that leads there, or a reason under <code>unreachable</code> in <code>tests/paths/&lt;flow&gt;/flow.ts</code>.</p>
${holeList(holes.slice(0, MOST))}${rest.length > 0 ? `<details><summary>${plural(rest.length, 'more', 'more')}</summary>${holeList(rest)}</details>` : ''}</section>`;
}

function holeList(holes: readonly { flow: string; tier: string; hole: string }[]): string {
  const rows = holes.map(
    ({ flow, tier, hole }) => `<li><b>${flow}</b> <span class="tag">${tier}</span> ${escaped(hole)}</li>`,
  );
  return `<ul class="holes">${rows.join('')}</ul>`;
}

function overview(reports: readonly FlowData[]): string {
  const head = [...criteria, 'paths', 'steps', 'at least', 'time'].map((one) => `<th scope="col">${one}</th>`).join('');
  const rows = reports.map((report, index) => {
    const { flow, tier, paths, steps, lowerBound, ms } = report;
    const first = reports[index - 1]?.flow !== flow;
    const cells = criteria.map((one) => cell(report.criteria[one], report.holes.length));
    return `<tr${first ? ' class="first"' : ''}><th scope="row"><a href="#${flow}">${flow}</a> <span class="tag">${tier}</span></th>${cells.join('')}<td>${paths.length.toLocaleString('en')}</td><td>${steps.toLocaleString('en')}</td><td>${lowerBound === 0 ? '–' : lowerBound.toLocaleString('en')}</td><td>${time(ms)}</td></tr>`;
  });
  return `<section id="coverage"><h2>Coverage</h2>
<div class="wide" role="region" aria-label="Coverage by flow and tier" tabindex="0"><table class="numbers"><thead><tr><th scope="col">Flow and tier</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>
<details><summary>What the columns ask</summary><dl>${criteria.map((one) => `<dt>${one}</dt><dd>${meaning[one]}</dd>`).join('')}<dt>at least</dt><dd>The fewest steps that could take the same transitions and pairs, with each outcome where it was planned; in the browser counted on the states alone.</dd></dl></details></section>`;
}

function cell({ covered, total, infeasible }: FlowData['criteria']['states'], holes: number): string {
  if (total === 0) return '<td class="quiet">not asked</td>';
  const missing = total - covered - infeasible;
  const share = Math.floor(((covered + infeasible) / total) * 100);
  return `<td class="${missing > 0 && holes > 0 ? 'missed' : 'covered'}"><span class="share"><span style="width:${share}%"></span></span>${covered}<span class="quiet">/${total}</span>${infeasible > 0 ? `<small>${infeasible} cannot be</small>` : ''}</td>`;
}

function sum(reports: readonly FlowData[], count: (report: FlowData) => number): number {
  return reports.reduce((total, report) => total + count(report), 0);
}
