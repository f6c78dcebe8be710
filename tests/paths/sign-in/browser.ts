import { newTechnician } from '../../browser/browser.ts';
import { enableTotp } from '../../browser/seat.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';

export default browserCase({
  opened: 'nobody',
  async prepare({ product, cookie }) {
    const technician = await newTechnician(product, cookie);
    const { email, password } = technician;
    let codes: string[] = [];
    return {
      answers(screen, data) {
        if (screen === 'password') return { ...data, email, password };
        return codes[0] === undefined ? data : { ...data, code: codes[0] };
      },
      // The second factor is on for as long as the server is to ask for it.
      before: {
        async 'signIn MFA_REQUIRED'() {
          if (codes.length === 0) codes = await enableTotp(product, technician);
        },
        async 'signIn done'() {
          if (codes.length > 0) await callByApi(product, technician.cookie, 'DELETE', '/profile/totp', { password });
          codes = [];
        },
      },
    };
  },
});
