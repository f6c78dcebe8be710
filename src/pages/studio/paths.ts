import { readVariantName } from '#engine/document/variant.ts';

export const studioPath = '/studio';
export const wordsPath = '/studio/words';

export function studioFlowPath(flow: string): string {
  return `${studioPath}/${flow}`;
}

export function screenEditorPath(flow: string, screen: string): string {
  return `${studioFlowPath(flow)}/${screen}`;
}

/** `cloud-monitor/setup`, and the organization that a variant is for. */
export function placeInWords({
  flow,
  screen,
  organization,
}: {
  flow: string;
  screen: string;
  organization: string | null;
}): string {
  const own = `${flow}/${readVariantName(screen).screen}`;
  return organization === null ? own : `${own} · ${organization}`;
}
