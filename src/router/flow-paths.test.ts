import { describe, expect, it } from 'vitest';
import { editMonitorPath } from '../shell/add-paths.ts';
import { draftPath, flowRoutes } from './flow-paths.ts';

describe('the routes of the flows', () => {
  const at = (path: string) => flowRoutes().find((route) => route.path === path);

  it('are editors of a type of thing, with its id where there is one (C01-05)', () => {
    expect(at('/editor/user/$id')).toMatchObject({ flowId: 'user', mode: 'EDIT' });
    expect(at('/editor/customer/$id')).toMatchObject({ flowId: 'organization', mode: 'EDIT' });
    expect(at('/editor/cloudMonitor')).toMatchObject({ flowId: 'cloud-monitor', mode: 'NEW' });
  });

  it('lead to the wizard of a cloud monitor that is there already (F08-02)', () => {
    expect(at('/wizard/cloudMonitor/$id')).toMatchObject({ flowId: 'cloud-monitor', mode: 'EDIT' });
    expect(editMonitorPath(7)).toBe('/wizard/cloudMonitor/7');
  });

  it('lead back into a draft, and nowhere for a flow that is no more', () => {
    const draft = { id: 'd1', flow: 'cloud-monitor' };
    expect(draftPath({ ...draft, subject: '7' })).toBe('/wizard/cloudMonitor/7?draft=d1');
    expect(draftPath({ ...draft, subject: null })).toBe('/editor/cloudMonitor?draft=d1');
    expect(draftPath({ id: 'd1', flow: 'gone', subject: null })).toBeUndefined();
  });
});
