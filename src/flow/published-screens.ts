import { callApi, callUrl } from '#api/client.ts';
import { keepsCustomFields, takeCustomFields } from '#engine/document/custom-fields.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { ScreenRuntime } from '#engine/compile/screen-runtime.ts';
import { variantName } from '#engine/document/variant.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import type { Screens } from '#engine/flow/view.ts';
import type { OrganizationScreens } from './loaded-flow.ts';
import { organizationScreens } from './organization-screens.ts';

type Make = (runtime: ScreenRuntime) => CompiledScreen;
export type ImportScreen = (url: string) => Promise<{ default: Make }>;

const importScreen: ImportScreen = (url) => import(/* @vite-ignore */ url) as Promise<{ default: Make }>;

/** Flows whose list of custom fields is that of published screens. */
const changed = new Set<string>();

export interface PublishedScreens {
  screens: Screens;
  organizations?: OrganizationScreens;
}

/**
 * The screens of a flow as they are published now, with the variants of an organization if one is given. The manifest lists the custom
 * fields of these screens from here on, for the machine as well. Throws `CallFailed` when they cannot be asked for.
 */
export async function withPublishedScreens(
  flow: string,
  manifest: FlowManifest,
  screens: Screens,
  { organizationId, load = importScreen }: { organizationId?: number | undefined; load?: ImportScreen } = {},
): Promise<PublishedScreens> {
  const published = (await callApi('listPublishedScreens')).filter((one) => one.flow === flow);
  const own = published.filter((one) => one.organizationId !== null && one.organizationId === organizationId);
  const general = published.filter(
    (one) => one.organizationId === null && !own.some(({ screen }) => screen === one.screen),
  );
  const made = await Promise.all(
    [...general, ...own].map(({ screen, number, organizationId: of }) =>
      importVersion(
        { flow, screen: variantName({ screen, ...(of !== null && { organizationId: of }) }) },
        number,
        load,
      ),
    ),
  );
  const all = { ...screens, ...Object.fromEntries(made.map((screen) => [screen.id, screen])) };
  if (made.length > 0) changed.add(flow);
  if (changed.has(flow)) listCustomFields(manifest, all);
  const variants = [...new Set(published.flatMap((one) => one.organizationId ?? []))];
  const { organization: answer } = manifest;
  if (answer === undefined || variants.length === 0) return { screens: all };
  const shown = variants.find((id) => id === organizationId);
  return { screens: all, organizations: organizationScreens(answer, variants, shown) };
}

/** Makes machine and views of this flow know the custom fields that these screens ask. */
export function listCustomFields(manifest: FlowManifest, screens: Screens): void {
  if (!keepsCustomFields(manifest)) return;
  const documents = Object.entries(screens).map(([id, { document }]) => [id, document] as const);
  takeCustomFields(manifest, Object.fromEntries(documents));
}

async function importVersion(
  { flow, screen }: { flow: string; screen: string },
  number: number,
  load: ImportScreen,
): Promise<CompiledScreen> {
  return makeScreen(await callUrl('readScreenModule', { params: { flow, screen, number } }), load);
}

/** The screen of a module that the server compiled. Throws when it cannot be fetched. */
export async function makeScreen(url: string, load: ImportScreen = importScreen): Promise<CompiledScreen> {
  const [{ default: make }, { screenRuntime }] = await Promise.all([
    load(url),
    import('#engine/compile/screen-runtime.ts'),
  ]);
  return make(screenRuntime);
}
