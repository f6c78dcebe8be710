import * as formats from '../vocabulary/formats.ts';
import * as rules from '../vocabulary/rules.ts';
import * as runtime from '../vocabulary/runtime.ts';
import { compiledScreen, constant } from './compiled-screen.ts';

/** Everything that the code of a screen refers to, by name: what a module of `runTimeScreenModule` is given. */
export const screenRuntime = { ...formats, ...rules, ...runtime, compiledScreen, constant };

export type ScreenRuntime = typeof screenRuntime;
