// Runs the tests of the given files and folders, or all tests, on one PostgreSQL server.
import { glob, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { printResult, printSummary } from './test-runner/report.ts'
import { runTestFiles } from './test-runner/run-test-files.ts'

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

/** Test databases may be lost, so a damaged data directory is replaced. */
async function openTestServer(): Promise<EmbeddedPostgres> {
  const dataDir = join(tmpdir(), `parley-tests-${process.getuid?.() ?? 'user'}`)
  const open = () =>
    openEmbeddedPostgres({ dataDir, durable: false, log: createLog({ level: 'silent', pretty: false }) })
  try {
    return await open()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'embedded_postgres_start') throw error
    await rm(dataDir, { recursive: true, force: true })
    return open()
  }
}

/** These tests wait for time limits and for calls most of the time, which leaves the processors to others. */
const mostlyWaits =
  /webhooks.workers|delivery.doubt|database.notifications|calls.(?:hostile-calls|assistant-transfer|warm-transfers)/

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
    // Tests wait for PostgreSQL and for other processes a good part of the time.
    workers: availableParallelism() + 1,
    mostlyWaits,
    onResult: printResult,
  })
  return printSummary(result, performance.now() - startedAt) && !stop.signal.aborted
}

function refuse(error: Error): never {
  console.error(`The tests have no database: ${error.message}`)
  process.exit(1)
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
const databaseUrl = process.env['DATABASE_URL']
if (databaseUrl) await run(databaseUrl)
else {
  await using server = await openTestServer().catch(refuse)
  await run(server.connectionString)
}
