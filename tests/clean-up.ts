// What a test or a file leaves to be closed. The files of one worker share their modules (`isolate: false`), so a module that
// several files import cannot register `afterAll` for each of them; `tests/end-of-file.ts` does.

type CleanUp = () => unknown;

let ofTest: CleanUp[] = [];
const ofFile = new Set<CleanUp>();

/** Runs after the current test, the latest first. */
export function afterTest(cleanUp: CleanUp): void {
  ofTest.push(cleanUp);
}

/** Runs once after all tests of the current file. */
export function afterFile(cleanUp: CleanUp): void {
  ofFile.add(cleanUp);
}

export async function cleanUpTest(): Promise<void> {
  const left = ofTest.toReversed();
  ofTest = [];
  for (const cleanUp of left) await cleanUp();
}

export async function cleanUpFile(): Promise<void> {
  const left = [...ofFile];
  ofFile.clear();
  for (const cleanUp of left) await cleanUp();
}
