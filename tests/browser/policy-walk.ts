// How each state of the flow of policies is reached.
import { policyBody } from '../contract/site.ts';
import { callByApi } from '../product/person.ts';
import { choose, type } from './form.ts';
import { oneFormWalk } from './one-form-walk.ts';

export const policy = oneFormWalk({
  route: '/administration/policies',
  opener: 'Add policy',
  needs: { change: 'policy' },
  headings: { form: 'Policy', unread: 'The policy could not be read' },
  calls: { read: 'readPolicy', add: 'addPolicy', save: 'savePolicy' },
  async fill({ page, name }) {
    await type(page, '/name', name);
    await choose(page, '/nodeClass', 'Linux server');
  },
  change: (page) => type(page, '/description', 'All servers'),
  async changeElsewhere({ product, technician, name }) {
    const { cookie } = technician;
    const policies = (await callByApi(product, cookie, 'GET', '/policy')) as unknown as { id: number; name: string }[];
    const { id } = policies.find((each) => each.name === name) ?? { id: 0 };
    await callByApi(product, cookie, 'PUT', `/policy/${id}`, { ...policyBody(name), enabled: false });
  },
});
