// Runs the tests of the given files and folders, or all, with one PostgreSQL for the length of the run.
import { spawn } from 'node:child_process'
import { glob, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'

/** What begins with a dash goes to `node --test`, everything else names what to test. */
async function findTests(paths: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths.length > 0 ? paths : ['.']) {
    const isFolder = await stat(path).then((at) => at.isDirectory())
    if (!isFolder) found.add(path)
    else for await (const file of glob('**/*.test.ts', { cwd: path, exclude })) found.add(join(path, file))
  }
  return [...found].sort()
}

function exclude(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git|data)$/.test(path)
}

/** Test databases may be lost, so a folder that a power cut has spoilt is made anew. */
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

function runTests(args: string[], databaseUrl: string): Promise<number> {
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
  })
  // A terminal's signal reaches the tests by itself; this process stays to stop the server after them.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function refuse(error: Error): never {
  console.error(`The tests have no database: ${error.message}`)
  process.exit(1)
}

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const files = await findTests(given.filter((argument) => !argument.startsWith('-')))
if (files.length === 0) {
  console.error('No tests are there.')
  process.exit(1)
}
// A test that never ends fails; what one leaves open keeps no run from its end.
const longestMs = 200_000
const args = [
  '--test',
  `--test-timeout=${longestMs}`,
  '--test-force-exit',
  '--test-reporter=spec',
  `--test-concurrency=${availableParallelism()}`,
  ...options,
  ...files,
]
const databaseUrl = process.env['DATABASE_URL']
if (databaseUrl) process.exitCode = await runTests(args, databaseUrl)
else {
  await using server = await openTestServer().catch(refuse)
  process.exitCode = await runTests(args, server.connectionString)
}
