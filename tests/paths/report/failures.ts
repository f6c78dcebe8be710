import { failedAlike } from '../failed-alike.ts';
import { escaped } from '../json-report.ts';
import type { PathFailure, FlowData } from '#api/contract/workbench.ts';

const tiers = ['machine', 'dom', 'browser'];
// Who has read these has something to do.
const MOST = 20;

interface Found {
  flow: string;
  tier: string;
  failure: PathFailure;
}

/** What failed alike is told once: at its lowest tier, by the fewest steps. */
export function failuresSection(reports: readonly FlowData[]): string {
  const found = reports.flatMap(({ flow, tier, failures }) => failures.map((failure) => ({ flow, tier, failure })));
  if (found.length === 0) return '';
  const sorted = failedAlike(found, ({ flow, failure }) => ({ ...failure, state: `${flow}: ${failure.state}` }))
    .map((alike) => alike.toSorted(byTierAndLength))
    .toSorted(([a], [b]) => (a && b ? byTierAndLength(a, b) : 0));
  const cards = sorted.map(failureCard);
  const rest = cards.slice(MOST);
  const folded =
    rest.length === 0 ? '' : `<details><summary>${rest.length} more failures</summary>${rest.join('\n')}</details>`;
  return `<section id="failures"><h2>Failures</h2>${cards.slice(0, MOST).join('\n')}${folded}</section>`;
}

function byTierAndLength(a: Found, b: Found): number {
  return tiers.indexOf(a.tier) - tiers.indexOf(b.tier) || a.failure.steps.length - b.failure.steps.length;
}

function failureCard([first, ...alike]: Found[]): string {
  if (first === undefined) return '';
  const { flow, tier, failure } = first;
  const { state, problems, steps, reproduce, path, screenshot } = failure;
  const { lowest } = failure;
  const higher = [...new Set(alike.map((one) => one.tier))].filter((one) => one !== tier);
  const lower =
    lowest === tier ? '' : ` <span class="problem">in the tier ${lowest} already: look for it there first</span>`;
  const others = [...new Set(alike.map((one) => one.failure.path))].filter((id) => id !== path);
  return `<article class="failure"><h3><a href="#${flow}">${flow}</a>${state === '' ? '' : ` in <code>${escaped(state)}</code>`} <span class="tag">${tier}</span>${lower}${higher.length > 0 ? ` <span class="quiet">also in ${higher.join(' and ')}</span>` : ''}</h3>
<div class="told"><div>${problems.map((problem) => `<p class="problem">${escaped(problem)}</p>`).join('')}
<ol>${steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol></div>${screenshot === undefined ? '' : `<a class="shot" href="${escaped(screenshot)}"><img src="${escaped(screenshot)}" alt="The screen when it failed" loading="lazy"></a>`}</div>
<p class="again"><code>${escaped(reproduce)}</code><button type="button" data-copy="${escaped(reproduce)}">Copy</button></p>
<p class="quiet">${path === '' ? 'Found without a path' : `Found by <a href="#${tier}/${path}">${path}</a>`}${
    others.length > 0
      ? `; ${others.length} more fail alike: ${others
          .slice(0, 5)
          .map((id) => `<a href="#${tier}/${id}">${id}</a>`)
          .join(', ')}${others.length > 5 ? ' …' : ''}`
      : ''
  }</p></article>`;
}
