// Writes schemas/answers.gen.d.ts: the types of what the screens answer. engine/compile/answer-types.test.ts refuses a stale one.
import { writeFileSync } from 'node:fs';
import { answerTypes } from '../engine/compile/answer-types.ts';
import { loadScreens } from '../engine/compile/library.ts';
import { formatted } from './format.ts';

const file = 'schemas/answers.gen.d.ts';
writeFileSync(file, await formatted(file, answerTypes(loadScreens('schemas'))));
