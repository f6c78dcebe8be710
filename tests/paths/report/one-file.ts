import type { FlowData } from '#api/contract/workbench.ts';
import { page, reportFiles } from './page.ts';

/** What the page of a report looks like and does: the texts of `report.css` and of `client.ts` as a browser reads it. */
export interface ReportParts {
  style: string;
  script: string;
}

/** The report as one page that needs no other file and no network. */
export async function onePage(reports: readonly FlowData[], { style, script }: ReportParts): Promise<string> {
  // Neither a text of a screen nor a name of a path ends the script.
  const data = reports.map((one) => `pathReport(${JSON.stringify(one).replaceAll('<', '\\u003c')});`);
  const html = await page(reports);
  return html
    .replace(reportFiles, () => `<style>${style}</style>`)
    .replace('</body>', () => `<script>{\n${script}\n${data.join('\n')}\n}</script>\n</body>`);
}
