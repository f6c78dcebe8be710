import { isCallFailed } from '#api/call-failed.ts';
import { callFile, callUrl } from '#api/client.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { newUuid } from '#api/uuid.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { ScreenRuntime } from '#engine/compile/screen-runtime.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/** What a module holds that the server compiled of a screen. */
interface ScreenModule {
  default: (runtime: ScreenRuntime) => CompiledScreen;
}

export type ImportModule = (url: string) => Promise<ScreenModule>;

const importModule: ImportModule = (url) => import(/* @vite-ignore */ url) as Promise<ScreenModule>;

/**
 * The flow with the screens that the server compiles for its subject (`compiledBy`), each as it is now. Throws `CallFailed` when one
 * cannot be fetched.
 */
export async function withRunTimeScreens(
  loaded: LoadedFlow,
  subject: string | undefined,
  load: ImportModule = importModule,
): Promise<LoadedFlow> {
  const { screens } = loaded;
  const samples = Object.values(screens).filter(({ document }) => document.compiledBy !== undefined);
  if (samples.length === 0) return loaded;
  const { screenRuntime } = await import('#engine/compile/screen-runtime.ts');
  const compiled = samples.map(async ({ id, document }) => {
    const make = await fetchModule(document.compiledBy as CallName, subject ?? '', load);
    return [id, make(screenRuntime)] as const;
  });
  return { ...loaded, screens: { ...screens, ...Object.fromEntries(await Promise.all(compiled)) } };
}

async function fetchModule(call: CallName, id: string, load: ImportModule): Promise<ScreenModule['default']> {
  // A browser keeps a module for as long as its page: each time another address.
  const input = () => ({ params: { id }, query: { opened: newUuid() } });
  try {
    return (await load(await callUrl(call, input()))).default;
  } catch (error) {
    if (isCallFailed(error)) throw error;
    // An import says nothing of what the server replied; the call says it, and waits for a sign-in.
    await callFile(call, input() as never);
    return (await load(await callUrl(call, input()))).default;
  }
}
