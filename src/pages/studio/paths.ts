export const studioPath = '/studio';

export function studioFlowPath(flow: string): string {
  return `${studioPath}/${flow}`;
}
