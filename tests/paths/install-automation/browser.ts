import { largestPiece } from '#api/contract/uploads.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { readChosenFile, spellChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { scriptBody } from '../../contract/site.ts';
import { callByApi, uploadByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { browserCase } from '../browser/browser-case.ts';
import { ownAutomation } from '../browser/own-automation.ts';
import { ownFiles } from '../browser/own-files.ts';

/** More bytes than this are sent by the tests of uploads alone. */
const MOST_BYTES = 1_000_000;

/** The installer is sent in two pieces, so that it can be half sent; what is larger than a path needs is smaller. */
function fileHere(answer: unknown, pieces: 1 | 2): string | undefined {
  const file = readChosenFile(answer);
  if (file === undefined) return undefined;
  const { size } = file;
  const isAsked = pieces === 2 ? size > largestPiece && size < 2 * largestPiece : size <= MOST_BYTES;
  const sent = pieces === 2 ? largestPiece + (size % 1000) : size % MOST_BYTES || MOST_BYTES;
  return spellChosenFile({ ...file, size: isAsked ? size : sent });
}

interface Script {
  id: number;
  name: string;
}

/** Scripts for before and after an installer: the same for all paths of a server. */
const scriptsOf = new WeakMap<Product, Promise<{ before: Script; after: Script }>>();

async function makeScripts(product: Product, cookie: string): Promise<{ before: Script; after: Script }> {
  const make = async (name: string): Promise<Script> => {
    const body = { ...scriptBody(name), scriptVariables: [] };
    const { script } = await callByApi(product, cookie, 'POST', '/scripting/scripts', body);
    return { id: (script as { id: number }).id, name };
  };
  return { before: await make('Stop the old service'), after: await make('Start the new service') };
}

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const { name, prepared } = await ownAutomation(product, cookie);
    const made = scriptsOf.get(product) ?? makeScripts(product, cookie);
    scriptsOf.set(product, made);
    const { before, after } = await made;
    const files = await ownFiles();
    const here = {
      ...prepared,
      answers: (screen: string, data: Answers): Answers => {
        const { file, customIcon, helperFiles, preExecutionScript, postExecutionScript } = data;
        return {
          ...prepared.answers(screen, data),
          ...(file !== undefined && { file: fileHere(file, 2) }),
          ...(customIcon !== undefined && { customIcon: fileHere(customIcon, 1) }),
          ...(Array.isArray(helperFiles) && { helperFiles: helperFiles.map((one) => fileHere(one, 1)) }),
          ...(preExecutionScript !== undefined && { preExecutionScript: before.id }),
          ...(postExecutionScript !== undefined && { postExecutionScript: after.id }),
        };
      },
      words: (pointer: string, value: unknown) =>
        pointer.endsWith('ExecutionScript')
          ? [before, after].find(({ id }) => id === value)?.name
          : prepared.words(pointer, value),
      file: (answer: string) => files.at(answer),
      end: () => files.remove(),
    };
    if (path.input !== 'EDIT') return here;
    const uploadId = await uploadByApi(product, cookie, 'stored.run', '#!/bin/sh\nexit 0\n', 'installer');
    const stored = await callByApi(product, cookie, 'POST', '/scripting/scripts/upload-application', {
      name: `${name} before`,
      operatingSystems: ['Linux'],
      architecture: ['64'],
      categoriesIds: [3],
      uploadType: 'FILE',
      uploadId,
    });
    return { ...here, subject: String((stored['automation'] as { id: number }).id) };
  },
});
