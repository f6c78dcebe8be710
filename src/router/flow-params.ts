import type { Answers } from '#engine/flow/flow.ts';

export interface FlowParams {
  draft?: string;
  /** Answers to begin with, by screen: `?setup.clientId=3` answers `clientId` of the screen `setup`. */
  answers: Record<string, Answers>;
  params: Record<string, string>;
}

/** What an address says to the flow that it opens. `step` is the flow's own note and no wish. */
export function flowParams(search: URLSearchParams): FlowParams {
  const { draft, step: _, ...rest } = Object.fromEntries(search);
  const found: FlowParams = { ...(draft ? { draft } : {}), answers: {}, params: {} };
  for (const [name, value] of Object.entries(rest)) {
    const [, screen, field] = /^([\w-]+)\.(\w+)$/.exec(name) ?? [];
    if (screen && field)
      found.answers[screen] = { ...found.answers[screen], [field]: /^\d{1,10}$/.test(value) ? Number(value) : value };
    else found.params[name] = value;
  }
  return found;
}
