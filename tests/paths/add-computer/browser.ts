import type { Answers } from '#engine/flow/flow.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';
import { choices, enrol, ownPlace } from '../browser/own-place.ts';
import known from './flow.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie }) {
    const place = await ownPlace({ product, cookie });
    const chosen = choices({ clientId: [place.client], locationId: place.locations });
    return {
      answers: (_: string, data: Answers) => chosen.answers(data),
      words: chosen.words,
      ...inModal('/deviceSearch', 'Add computer'),
      before: {
        async 'readEnrollment changed a computer'({ addEnrollment }) {
          await enrol(product, String(addEnrollment?.['token']), 'laptop');
        },
      },
      given: { 'readEnrollment changed too late': known.replies?.['readEnrollment']?.['too late'] },
    };
  },
});
