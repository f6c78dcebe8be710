// Translatable texts of a flow's manifest: its titles, its end messages, and the standard screens (loading, saving, conflict).
import { standardDocuments } from '#engine/document/standard-documents.ts';
import { textsOf } from '#engine/document/texts.ts';
import type { FlowEnd, FlowManifest } from '#engine/flow/flow.ts';
import type { FlatWords } from './word-list.ts';

type Manifest = Pick<FlowManifest, 'title' | 'ends' | 'entity'>;
type Say = (english: string) => string;

/** Keys of these texts begin so. */
export const ofFlows = 'flows.';

/** Every such text once, by its first place: the same English has the same translation in each flow. */
export function flowWords(flows: Iterable<readonly [id: string, manifest: Manifest]>): FlatWords {
  const found = new Map<string, string>();
  for (const [id, manifest] of flows)
    for (const [place, english] of textsOfManifest(manifest))
      if (!found.has(english)) found.set(english, `${ofFlows}${id}.${place}`);
  return new Map([...found].map(([english, key]) => [key, english]));
}

function textsOfManifest(manifest: Manifest): [place: string, english: string][] {
  const { title, ends = {} } = manifest;
  const told = Object.entries(ends).flatMap(([mode, end]): [string, string | undefined][] => [
    [`ends.${mode}`, end.message],
    [`ends.${mode}.offer`, end.offer?.label],
  ]);
  const named = Object.entries(title).map(([mode, english]): [string, string] => [`title.${mode}`, english]);
  const standard = Object.entries(standardDocuments(manifest)).flatMap(([screen, document]) =>
    textsOf(document).map(({ pointer, text }): [string, string] => [`${screen}${pointer.replaceAll('/', '.')}`, text]),
  );
  return [...named, ...told, ...standard].filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()));
}

/** Replaces the titles and end messages of a manifest by what `say` returns for them. */
export function spokenManifest<Of extends Pick<FlowManifest, 'title' | 'ends'>>(manifest: Of, say: Say): Of {
  const { title, ends } = manifest;
  const spoken = (end: FlowEnd): FlowEnd => ({
    ...end,
    message: say(end.message),
    ...(end.offer && { offer: { ...end.offer, label: say(end.offer.label) } }),
  });
  return { ...manifest, title: mapped(title, say), ...(ends && { ends: mapped(ends, spoken) }) };
}

function mapped<Held, Of extends Partial<Record<string, Held>>>(all: Of, change: (held: Held) => Held): Of {
  const entries = Object.entries(all) as [string, Held][];
  return Object.fromEntries(entries.map(([name, held]) => [name, change(held)])) as Of;
}
