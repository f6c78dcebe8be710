export const studioPath = '/studio';
export const wordsPath = '/studio/words';

export function studioFlowPath(flow: string): string {
  return `${studioPath}/${flow}`;
}

export function screenEditorPath(flow: string, screen: string): string {
  return `${studioFlowPath(flow)}/${screen}`;
}
