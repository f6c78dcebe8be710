import { readVariantName } from '#engine/document/variant.ts';
import type { ScreenPlace } from '../screen-text.ts';

/**
 * The file of a screen in a repository, relative to its folder. Below the folder of its flow a variant has one of its organization: the
 * build takes the files of a flow's folder for its screens.
 */
export function fileIn({ flow, screen: name }: ScreenPlace): string {
  const { screen, organizationId } = readVariantName(name);
  const folder = organizationId === undefined ? flow : `${flow}/organizations/${organizationId}`;
  return `schemas/${folder}/${screen}.json`;
}
