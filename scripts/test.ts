// Runs the tests of the given files and folders, the fast tier, or with `--all` the whole suite.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printResult, printSummary } from './test-runner/report.ts'
import { type Lane, runTestFiles } from './test-runner/run-test-files.ts'
import { createTestFolder } from './test-runner/test-folder.ts'
import { findTestFiles, takeShard } from './test-runner/tiers.ts'

/** Up to this many files, a failure is printed once. */
const filesWithoutSecondRun = 3

async function runAll(lanes: Lane[], testNamePatterns: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const result = await runTestFiles({
    lanes,
    testNamePatterns,
    testTimeoutMs: 200_000,
    hangTimeoutMs: 220_000,
    hasSecondRun: lanes.flatMap(({ files }) => files).length > filesWithoutSecondRun,
    signal: stop.signal,
    onResult: printResult,
  })
  return printSummary(result, performance.now() - startedAt) && !stop.signal.aborted
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
})
const { realTime, wholeSystem, single } = await findTestFiles(positionals, values.all)
const processors = availableParallelism()
// Tests wait a good part of the time: for PostgreSQL, browsers and other processes.
const lanes = [
  { files: takeShard(realTime, values.shard), workers: 1, niceness: 0, isExclusive: true },
  { files: takeShard(wholeSystem, values.shard), workers: processors, niceness: 2 },
  { files: takeShard(single, values.shard), workers: processors, niceness: 4 },
]
if (lanes.every(({ files }) => files.length === 0)) {
  console.error('No tests found.')
  process.exit(1)
}
await using folder = await createTestFolder()
process.env['TMPDIR'] = folder.path
process.exitCode = (await runAll(lanes, values['test-name-pattern'])) ? 0 : 1
const { stopTestPostgres } = await import('#testing/app/postgres.ts')
await stopTestPostgres()
