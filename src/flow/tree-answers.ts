import { callApi, type CallReply } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { pointerOf, segmentsOf } from '#engine/document/pointer.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { propertyOf } from '#engine/flow/summary.ts';
import type { Screens } from '#engine/flow/view.ts';
import { manifest } from '#schemas/cloud-monitor/manifest.ts';
import type { TreeSource } from '#screens/trees/tree-sources.tsx';

type Body = NonNullable<Parameters<typeof callApi<'browseMonitor'>>[1]>['body'];

/** The objects of the target that the form of a monitor names. */
export function monitorObjects(subject: string | undefined, screens: Screens): TreeSource {
  return async (answers, below, signal) => {
    const setup = { ...answers, monitorName: answers['monitorName'] ?? '-' };
    const { monitor } = buildRequest(manifest, 'testMonitor', { mode: 'NEW', answers: { setup } });
    const body = { ...(subject !== undefined && { id: Number(subject) }), monitor, below } as Body;
    try {
      const { objects, more, failure } = await callApi('browseMonitor', { body }, { signal });
      if (failure === null) return { things: objects.map(thingOf), more };
      throw new Error(failure);
    } catch (error) {
      throw new Error(toldOf(error, screens['setup']), { cause: error });
    }
  };
}

function thingOf({ detail, ...object }: CallReply<'browseMonitor'>['objects'][number]) {
  return { ...object, ...(detail !== null && { detail }) };
}

/** What is wrong in the form, by its titles: the dialog covers the fields. */
function toldOf(error: unknown, screen: Screens[string] | undefined): string {
  if (!isCallFailed(error) || error.fields === undefined) return error instanceof Error ? error.message : String(error);
  return Object.entries(error.fields)
    .map(([pointer, message]) => {
      const [, field = ''] = segmentsOf(pointer);
      return `${propertyOf(screen?.document.schema, pointerOf([field]))?.title ?? field}: ${message}`;
    })
    .join('. ');
}
