import { escaped } from '../json-report.ts';
import { diagram, told } from './diagram.ts';
import type { Chart, ChartLine, FlowData } from '#api/contract/workbench.ts';
import { plural } from './words.ts';

/** A flow in each tier that it was walked in: its diagram, its transitions, what is not covered and why, its paths. */
export async function flowSection(reports: readonly FlowData[]): Promise<string> {
  const [first] = reports;
  if (first === undefined) return '';
  const { flow, title } = first;
  const choice = reports
    .map(
      ({ tier }, index) =>
        `<label><input type="radio" name="tier-${flow}" value="${tier}"${index === 0 ? ' checked' : ''}><span>${tier}</span></label>`,
    )
    .join('');
  const panels = await Promise.all(reports.map((report, index) => panel(report, index === 0)));
  return `<section id="${flow}" class="flow"><div class="flow-head"><h2>${flow}</h2><p class="quiet">${escaped(title)}</p>${reports.length > 1 ? `<fieldset class="tiers"><legend class="hidden">Tier of ${flow}</legend>${choice}</fieldset>` : `<span class="tag">${first.tier}</span>`}</div>
${panels.join('\n')}</section>`;
}

async function panel(report: FlowData, open: boolean): Promise<string> {
  const { flow, tier, chart, leftOut, paths } = report;
  return `<div class="panel" data-flow="${flow}" data-tier="${tier}"${open ? '' : ' hidden'}>
<div class="wide paper" role="region" aria-label="Diagram of ${flow}, tier ${tier}" tabindex="0">${await diagram(chart, `States and transitions of ${flow}; the table of transitions says the same in words`)}</div>
<ul class="legend" aria-label="Legend"><li class="covered">covered</li><li class="partly">in part: not from every class of context</li><li class="missed">not covered</li><li class="cannot">cannot be, and why is said below</li><li class="hint">Press a state or a transition to see the paths through it.</li></ul>
${leftOut > 0 ? `<p class="problem">${plural(leftOut, 'class', 'classes')} of context lie beyond the bound and were not looked into.</p>` : ''}
${uncovered(report)}
<details><summary>Transitions <span class="quiet">${linesOf(chart).length}</span></summary>${transitionTable(report)}</details>
<details class="paths"><summary>Paths <span class="quiet">${paths.length}</span></summary><p class="quiet">The steps are read from <code>data/${flow}.${tier}.js</code>, which needs scripts to be allowed.</p></details></div>`;
}

function linesOf({ states, links }: Chart): ChartLine[] {
  return [...states.flatMap(({ lines }) => lines), ...links.flatMap(({ lines }) => lines)].toSorted(
    (a, b) => order(states, a) - order(states, b),
  );
}

function order(states: Chart['states'], { source }: ChartLine): number {
  return states.findIndex(({ id }) => id === source);
}

function transitionTable({ flow, tier, chart }: FlowData): string {
  const rows = linesOf(chart).map(
    ({ id, source, event, guard, target, shown, covered, total }) =>
      `<tr class="${shown}"><td>${escaped(source) || 'anywhere'}</td><td>${escaped(event)}</td><td class="quiet">${escaped(guard)}</td><td>${escaped(target)}</td><td class="${shown}">${total === 0 ? told[shown] : `${covered}<span class="quiet">/${total}</span>`}</td><td><button type="button" data-through="${escaped(id)}" aria-label="Paths through ${escaped(id)}">Paths</button></td></tr>`,
  );
  return `<div class="wide" role="region" aria-label="Transitions of ${flow}, tier ${tier}" tabindex="0"><table><thead><tr><th scope="col">From</th><th scope="col">Event</th><th scope="col">When</th><th scope="col">To</th><th scope="col">Covered</th><th scope="col"><span class="hidden">Paths through it</span></th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function uncovered({ flow, tier, reasons }: FlowData): string {
  if (reasons.length === 0) return '';
  const groups = new Map<string, FlowData['reasons']>();
  for (const one of reasons) groups.set(one.criterion, [...(groups.get(one.criterion) ?? []), one]);
  const rows = [...groups].flatMap(([criterion, held]) =>
    held.map(
      ({ item, reason }) => `<tr><td>${criterion}</td><td>${escaped(item)}</td><td>${escaped(reason)}</td></tr>`,
    ),
  );
  return `<details><summary>Not covered, and why <span class="quiet">${reasons.length}</span></summary><div class="wide" role="region" aria-label="What is not covered of ${flow}, tier ${tier}" tabindex="0"><table><thead><tr><th scope="col">Criterion</th><th scope="col">What</th><th scope="col">Why it cannot be</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}
