import type { Answers } from '#engine/flow/flow.ts';

export interface FlowParams {
  draft?: string;
  /** Initial answers by screen: `?setup.clientId=3` sets `clientId` of the screen `setup`. */
  answers: Record<string, Answers>;
  params: Record<string, string>;
}

/** Reads a flow's parameters from the URL. Ignores `step`, which the flow writes for itself. */
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
