// Runs the tests of the given files and folders, the fast tier, or with `--all` the whole suite.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printResult, printSummary } from './test-runner/report.ts'
import { type Lane, runTestFiles } from './test-runner/run-test-files.ts'
import { createTestFolder } from './test-runner/test-folder.ts'
import { findTestFiles, isShard, takeShard } from './test-runner/tiers.ts'

/** Up to this many files, a failure is printed once. */
const filesWithoutSecondRun = 3

async function runAll(lanes: Lane[], testNamePatterns: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const fileCount = countFiles(lanes)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const result = await runTestFiles({
    lanes,
    testNamePatterns,
    testTimeoutMs: 200_000,
    hangTimeoutMs: 220_000,
    hasSecondRun: fileCount > filesWithoutSecondRun,
    signal: stop.signal,
    onResult: printResult,
  })
  return printSummary(result, performance.now() - startedAt) && !stop.signal.aborted
}

const countFiles = (lanes: Lane[]): number => lanes.reduce((sum, { files }) => sum + files.length, 0)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
})
if (!isShard(values.shard)) {
  console.error('--shard takes the number of a part and the number of all parts, such as 2/3.')
  process.exit(2)
}
const { realTime, wholeSystem, single } = await findTestFiles(positionals, values.all)
const processors = availableParallelism()
const lanes = [
  { files: takeShard(realTime, values.shard), workers: 1, niceness: 0 },
  // Tests wait a good part of the time: for PostgreSQL, browsers and other processes. The longest files begin.
  {
    files: [...takeShard(wholeSystem, values.shard), ...takeShard(single, values.shard)],
    workers: processors + 2,
    niceness: 4,
  },
]
if (countFiles(lanes) === 0) {
  console.error('No tests found.')
  process.exit(1)
}
await using folder = await createTestFolder()
process.env['TMPDIR'] = folder.path
process.exitCode = (await runAll(lanes, values['test-name-pattern'])) ? 0 : 1
const { stopTestPostgres } = await import('#testing/app/postgres.ts')
await stopTestPostgres()
