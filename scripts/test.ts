// Runs the tests of the given files and folders, or all tests, on one PostgreSQL server.
import { glob, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { printResult, printSummary } from './test-runner/report.ts'
import { runTestFiles } from './test-runner/run-test-files.ts'
import { createTestFolder } from './test-runner/test-folder.ts'

async function findTests(paths: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths.length > 0 ? paths : ['.']) {
    const isFolder = await stat(path).then((at) => at.isDirectory())
    if (!isFolder) found.add(path)
    else for await (const file of glob('**/*.test.ts', { cwd: path, exclude })) found.add(join(path, file))
  }
  // The longest files start first, so that no worker is left with one of them at the end.
  const isLong = (file: string): boolean => /testing\/system|embedded-postgres|resumed/.test(file)
  return [...found].sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || a.localeCompare(b))
}

function exclude(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git|data)$/.test(path)
}

function openTestServer(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, durable: false, log: createLog({ level: 'silent', pretty: false }) })
}

/** These tests wait for time limits and for calls in real time, and hardly use the processor. */
const mostlyWaits =
  /calls\/(?:hostile-calls|assistant-transfers?|warm-transfers|warm-transfer-crashes)\.|delivery\/doubt|webhooks\/workers|database\/notifications|system\/(?:call-soak|live-calls|poison-job|knowledge-search)/

async function runAll(files: string[], testNamePatterns: string[], databaseUrl: string): Promise<boolean> {
  const startedAt = performance.now()
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const result = await runTestFiles(files, {
    databaseUrl,
    testNamePatterns,
    testTimeoutMs: 200_000,
    hangTimeoutMs: 220_000,
    signal: stop.signal,
    // Tests wait for PostgreSQL and for other processes a good part of the time. More workers would delay the audio of calls.
    workers: availableParallelism() + 1,
    mostlyWaits,
    onResult: printResult,
  })
  return printSummary(result, performance.now() - startedAt) && !stop.signal.aborted
}

function refuse(error: Error): undefined {
  console.error(`The tests have no database: ${error.message}`)
  process.exitCode = 1
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true, default: [] } },
})
const files = await findTests(positionals)
if (files.length === 0) {
  console.error('No tests found.')
  process.exit(1)
}
const run = async (databaseUrl: string): Promise<void> => {
  process.exitCode = (await runAll(files, values['test-name-pattern'], databaseUrl)) ? 0 : 1
}
await using folder = await createTestFolder()
process.env['TMPDIR'] = folder.path
const databaseUrl = process.env['DATABASE_URL']
if (databaseUrl) await run(databaseUrl)
else {
  await using server = await openTestServer(join(folder.path, 'postgres')).catch(refuse)
  if (server) await run(server.connectionString)
}
