/**
 * The names of image files as Arcserve (StorageCraft) documents them for ShadowProtect, "File Naming Conventions" and "Backup Image Files"
 * of its user guide: `<volume-identifier>-b<base>[-d<differential>][-i<incremental>].<extension>`. `.spf` is a full image, `.spi` an
 * incremental one, `.sp1`, `.sp2` … are the parts of a split image, `-cd`, `-cw` and `-cm` mark those that ImageManager consolidated,
 * `.cr` is its rolling file, `.bitmap` helps it, and `.md5` is the hash of an image. Not among them, and never deleted: the keys of images
 * (`.spk`), which may serve others, and `.spwb`, the changes to an image that somebody has mounted.
 */
const imageName =
  /^(?<volume>.+)-b\d{3,}(?:-d\d{3,})?(?:-i\d{3,})?(?:-c[dwm])?(?:\.sp(?:[fi]|\d{1,4}))?\.(?:sp[fi]|sp\d{1,4}|md5|bitmap|cr)$/i;

/** The volume identifier of an image file's name in lower case; undefined for a name that no image file has. */
export function volumeOfImage(name: string): string | undefined {
  return imageName.exec(name)?.groups?.['volume']?.toLowerCase();
}

/**
 * The volume identifier that images of a volume have, in lower case: `C:` is `c_vol`, as that guide has it. It has no words for mount
 * points: `/` is `root_vol` and `/srv/data` is `srv_data_vol` here. Undefined where that would not tell which volume it was, because a
 * folder's own name has an underscore: then its images are nobody's and are kept.
 */
export function identifierOf(volume: string): string | undefined {
  const drive = /^(?<letter>[A-Za-z]):\\?$/.exec(volume)?.groups?.['letter'];
  if (drive !== undefined) return `${drive}_vol`.toLowerCase();
  if (volume === '/') return 'root_vol';
  if (!/^(?:\/[A-Za-z0-9.-]+)+\/?$/.test(volume)) return undefined;
  return `${volume.split('/').filter(Boolean).join('_')}_vol`.toLowerCase();
}
