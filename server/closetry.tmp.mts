import { mkdtempSync, chmodSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '/work/main/server/start.ts';
import { readSettings } from '/work/main/server/settings.ts';
import { createLog } from '/work/main/server/log.ts';
const dir = mkdtempSync('/tmp/closetry-'); chmodSync(dir, 0o711);
const orig = Array.prototype.reverse;
Array.prototype.reverse = function () { const r = orig.call(this); if (r.length > 5 && typeof r[0] === 'function') return r.map((f: any) => async () => { const t = performance.now(); await f(); console.log(String(f).replace(/\s+/g,' ').slice(0, 90), (performance.now() - t).toFixed(0)); }) as any; return r; };
for (const mode of ['atonce', 'kill']) {
const s = await startServer({ ...readSettings({}), port: 0, dataDirectory: dir, agent: false, setupToken: 'x'.repeat(20) }, { log: createLog('error') });
if (mode === 'kill') {
 const h = { origin: s.url, 'content-type': 'application/json' };
 const r = await fetch(s.url + '/api/setup', { method: 'POST', headers: h, body: JSON.stringify({ token: 'x'.repeat(20), email: 'a@example.com', password: 'correct horse battery', firstName: 'A', lastName: 'B', divisionName: 'C' }) });
 const cookie = r.headers.getSetCookie()[0]!.split(';')[0]!;
 let stop = false; let n = 0;
 const w = Promise.all([1,2,3,4].map(async () => { while (!stop) { const a = await fetch(s.url + '/api/client', { method: 'POST', headers: { ...h, cookie }, body: JSON.stringify({ name: 'n' + Math.random(), locations: [{ name: 'x' }] }) }); await a.text(); if (a.ok) n++; } }));
 for (let i = 0; i < 3; i++) { await sleep(700); process.kill(Number(readFileSync(dir + '/postgres/postmaster.pid', 'utf8').split('\n')[0]), 'SIGKILL'); }
 await sleep(1500); stop = true; await w; console.log('acked', n, s.services.pool.totalCount, s.services.pool.idleCount);
}
await s.close();
console.log('---', mode);
}
process.exit(0);
