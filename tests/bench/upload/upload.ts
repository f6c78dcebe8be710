// upload: how fast an installer arrives beside a bare tus server in the same run, the memory that the server takes for it, and whether it
// arrives whole when its connections break. Default: BENCH_UPLOAD_MB=512; 4096 for 4 GiB.
import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callByApi, setUpByApi } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import { percentile, rounded, type Bench, type BenchResult } from '../bench.ts';
import { residentMegabytes } from '../monitors/processor-time.ts';
import { announce, PIECE, sendRest, sendWithCuts, type BytesAt, type Target } from './tus-client.ts';

const MEGABYTE = 1024 * 1024;
const size = Number(process.env['BENCH_UPLOAD_MB'] ?? 512) * MEGABYTE;
/** Each way this often, in turns: whatever else the computer does hits both. */
const rounds = 3;
const leastRatio = 0.7;
const mostMegabytes = 100;
/** Connections that break at an offset of chance, in so many files of this size. */
const cuts = 200;
const cutFiles = 20;
const cutSize = 24 * MEGABYTE + 4321;

/** A file without repetition: one block, exclusive-or its number. */
function fileOf(): BytesAt {
  const block = randomBytes(PIECE);
  return (offset, length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const from = (offset + at) % PIECE;
      const part = Math.min(PIECE - from, length - at);
      block.copy(bytes, at, from, from + part);
      if (part >= 4) bytes.writeUInt32LE(Math.floor((offset + at) / PIECE) >>> 0, at);
      at += part;
    }
    return bytes;
  };
}

async function announced(product: Product, cookie: string, bytes: number): Promise<Target & { id: string }> {
  const body = { purpose: 'large-installer', name: 'setup.run', size: bytes };
  const { id } = await callByApi(product, cookie, 'POST', '/upload', body);
  return { id: String(id), url: `${product.url}/api/upload/${String(id)}`, headers: { cookie, origin: product.url } };
}

/** Uploads whose connections break, and how often in all. Answers how many files differ from what was sent. */
async function countBroken(product: Product, cookie: string): Promise<number> {
  const whole = randomBytes(cutSize);
  const bytesAt: BytesAt = (offset, length) => whole.subarray(offset, offset + length);
  let broken = 0;
  for (let file = 0; file < cutFiles; file += 1) {
    const target = await announced(product, cookie, cutSize);
    await sendWithCuts(target, cutSize, bytesAt, cuts / cutFiles);
    const path = join(product.dataDirectory, 'uploads', target.id);
    const kept = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (kept !== createHash('sha256').update(whole).digest('hex')) broken += 1;
    await callByApi(product, cookie, 'DELETE', `/upload/${target.id}`);
    rmSync(path, { force: true });
  }
  return broken;
}

/** Megabytes in a second. */
async function speedOf(target: Target, bytesAt: BytesAt): Promise<number> {
  const begun = performance.now();
  await sendRest(target, size, bytesAt);
  return size / MEGABYTE / ((performance.now() - begun) / 1000);
}

/** The most megabytes that the server takes while `work` goes on. */
async function peakOf(product: Product, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(product.pid()))), 100);
  await work();
  clearInterval(timer);
  return most;
}

async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bare-tus-'));
  const program = join(import.meta.dirname, 'bare-tus-process.ts');
  const bare = spawn(process.execPath, ['--import', 'tsx', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const product = await startProduct();
  try {
    const [printed] = (await once(bare.stdout, 'data')) as [Buffer];
    const { cookie } = await setUpByApi(product);
    const bytesAt = fileOf();
    const speeds: { ours: number; theirs: number }[] = [];
    const before = residentMegabytes(product.pid());
    const peak = await peakOf(product, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const theirs = await speedOf(await announce(printed.toString().trim(), size), bytesAt);
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        const target = await announced(product, cookie, size);
        const ours = await speedOf(target, bytesAt);
        speeds.push({ ours, theirs });
        console.error(`upload: ${rounded(ours, 1)} MB/s, bare ${rounded(theirs, 1)} MB/s`);
        await callByApi(product, cookie, 'DELETE', `/upload/${target.id}`);
        rmSync(join(product.dataDirectory, 'uploads', target.id), { force: true });
      }
    });
    const broken = await countBroken(product, cookie);
    const median = (of: (speed: { ours: number; theirs: number }) => number) => percentile(speeds.map(of), 0.5);
    const ratio = median(({ ours, theirs }) => ours / theirs);
    return [
      {
        name: 'upload.speed',
        value: rounded(ratio, 2),
        unit: 'ratio',
        goal: `>= ${leastRatio} of a bare tus server`,
        holds: ratio >= leastRatio,
        baseline: {
          name: `of ${rounded(
            median(({ theirs }) => theirs),
            0,
          )} MB/s; ours in MB/s`,
          value: rounded(
            median(({ ours }) => ours),
            0,
          ),
        },
      },
      {
        name: 'upload.memory',
        value: rounded(peak - before, 1),
        unit: 'MB',
        goal: `<= ${mostMegabytes} MB for ${size / MEGABYTE} MiB`,
        holds: peak - before <= mostMegabytes,
      },
      {
        name: 'upload.cuts',
        value: broken,
        unit: 'files',
        goal: `0 of ${cutFiles} with another checksum after ${cuts} cuts`,
        holds: broken === 0,
      },
    ];
  } finally {
    bare.kill('SIGKILL');
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = { names: ['upload.speed', 'upload.memory', 'upload.cuts'], run };
