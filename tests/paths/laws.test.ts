import { describe, expect, it } from 'vitest';
import { survey } from './generator/survey.ts';
import { plantedFaults } from './faults/all-faults.ts';
import { keyOf } from './faults/fault.ts';
import { brokenLaws } from './laws.ts';
import { loadFlow } from './load.ts';
import { runFlow } from './run-flow.ts';

const faults = await plantedFaults();

/** What the laws say of the flow with one fault: the first of which the name begins so. */
async function toldOf(id: string, name: string): Promise<string[]> {
  const fault = faults.find((one) => one.flows.includes(id) && keyOf(one).startsWith(name));
  if (fault === undefined) throw new Error(`there is no fault "${name}" in ${id}`);
  const planted = await fault.plant(await loadFlow(id));
  const found = survey(planted.material);
  return [...brokenLaws(planted, () => found)].map(({ law, problem }) => `${law}: ${problem}`);
}

describe('the laws that every flow keeps', () => {
  it.each([
    [
      'organization',
      'machines/organization: retarget editing.confirm back',
      /^Back leads .*: Confirm: Back leads to .*, expected Locations$/,
    ],
    [
      'organization',
      'machines/organization: retarget saving xstate.done.actor.save',
      /^A save ends .*: saveOrganization succeeds, and the flow ends as closed, expected finished$/,
    ],
    [
      'organization',
      'machines/organization: addOrganization in adding is sent without /body/description',
      /^Every answer is sent.*: Description is asked and addOrganization in NEW never sends it/,
    ],
    [
      'organization',
      'machines/organization: accept a second submit in saving',
      /saving: a second press starts saveOrganization again$/,
    ],
    [
      'organization',
      'machines/organization: drop action countAttempt of adding xstate.error',
      /addOrganization is sent again after a refusal with the same key$/,
    ],
    [
      'organization',
      'machines/organization: drop transition editing closed',
      /^A save ends .*: editing.details cannot be closed$/,
    ],
    [
      'organization',
      'machines/organization: drop action forgetRefusal of loadFailed retried',
      /loadFailed starts readOrganization and still tells the refusal before$/,
    ],
    [
      'maintenance',
      'engine/flow/mapping.ts: answers are sent without',
      /\/schedule\/startTime is .*, the manifest says/,
    ],
    ['organization', 'engine/flow/mapping.ts: what was emptied', /\/description is nothing, the manifest says ""$/],
    ['organization', 'engine/flow/conflict.ts: the revision', /after a conflict is based on revision 1, expected 2$/],
    ['organization', 'engine/flow/step-states.ts: what was chosen', /after a conflict .*expected 2$/],
    [
      'organization',
      'machines/organization: saveOrganization in saving is sent without /body/name ',
      /^What is stored .*: saveOrganization of what nobody changed does not send name, which is stored$/,
    ],
    ['monitor-import', 'engine/flow/attaching.ts: a resumed job', /resumed, runMonitorImport starts a second run/],
    ['monitor-import', 'engine/flow/job.ts: the run of a job is not kept', /reports its run, and it is not kept$/],
    ['monitor-import', 'engine/flow/job-state.ts: Cancel shows the job as stopping', /cancels its run 0 times$/],
    ['monitor-import', 'engine/flow/job-state.ts: a refused job attaches', /is attached to its run$/],
    [
      'monitor-import',
      'engine/flow/job.ts: the progress of a job',
      /importing does not show how far runMonitorImport is$/,
    ],
    ['monitor-import', 'engine/flow/job.ts: the run is forgotten', /is started again while its run may go on$/],
    [
      'organization',
      'schemas/organization/details.json: the whole: /name is not required',
      /takes its invalid example/,
    ],
    [
      'organization',
      'schemas/organization/details.json: /name: maxLength 51',
      /Details: \/name says "At most 50 characters" and has 51/,
    ],
    [
      'organization',
      'schemas/organization/details.json: /description: maxLength 1001',
      /bounded by 1001, which is no round/,
    ],
    ['status-page', 'schemas/status-page/details.json: /slug: minLength 4', /\/slug needs 4, which nothing says/],
    [
      'organization',
      'schemas/organization/flow.json: addOrganization: /description is not sent',
      /^Every answer .*: description is kept as a custom field/,
    ],
    [
      'first-run',
      'schemas/first-run/flow.json: account no longer owns /password',
      /a refusal of \/password leads to .*, expected Your account$/,
    ],
    ['organization', 'schemas/organization/flow.json: drafts are kept', /"none", and what is answered is no secret$/],
    [
      'organization',
      'schemas/organization/flow.json: details no longer owns /name',
      /details\/name is sent, and "needs"/,
    ],
    ['organization', 'schemas/organization/flow.json: drafts have no name', /"namedBy" does not say/],
    ['organization', 'schemas/organization/flow.json: the toast of NEW', /"Done." does not name what was saved$/],
    ['organization', 'machines/organization: drop action keepRefusal of adding', /that addOrganization was refused$/],
    ['notification-channel', 'machines/notification-channel: drop action takeStored', /do not show what is stored$/],
    [
      'maintenance',
      'machines/maintenance: drop action forgetRefusal of overriding back',
      /still tells the refusal before$/,
    ],
    ['sign-in', 'schemas/sign-in/password.json: /password shows', /the field \/password shows a secret in clear/],
  ])('notice in %s: %s', async (id, fault, words) => {
    expect(await toldOf(id, fault)).toContainEqual(expect.stringMatching(words));
  });

  it('notice in a walk that a save of what nobody changed loses a field', async () => {
    const name = 'machines/organization: saveOrganization in saving is sent without /body/name ';
    const planted = await faults.find((one) => keyOf(one).startsWith(name))?.plant(await loadFlow('organization'));
    if (planted === undefined) throw new Error(`there is no fault "${name}"`);
    const { failures } = await runFlow(planted, { criteria: new Set(['transitions']), seed: 1 });
    expect(failures.flatMap(({ problems }) => problems)).toContain(
      'saveOrganization of what nobody changed does not send name, which is stored',
    );
  });
});
