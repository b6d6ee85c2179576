// Runs one test file inside the current process.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { spec } from 'node:test/reporters'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { after, endDefinitions, forgetTests, run, test } from './definition-hooks.ts'
import type { Counts, FileResult } from './file-result.ts'

export interface FileOptions {
  testTimeoutMs: number
  /** Runs only the tests that match one of them; all tests if there is none. */
  testNamePatterns: string[]
}

interface TestEvent {
  type: string
  data: {
    name: string
    nesting: number
    file?: string
    message?: string
    todo?: unknown
    details?: { error?: { failureType?: string } }
  }
}

/** The test that fails if the file cannot be imported. It holds back the tests of the file until they all exist. */
const importTest = 'the file can be imported'
const noTest = 'No test of this file has run.'

/** `onProgress` is called with the name of each test that ends. An error that no test catches ends the process. */
export async function runTestFile(
  file: string,
  options: FileOptions,
  onProgress: (test: string) => void,
): Promise<FileResult> {
  const startedAt = performance.now()
  const cpuMsBefore = processorMs()
  const { events, finish } = createTestTree(options)
  const output = format(events)
  const afterHooksEnded = Promise.withResolvers<void>()
  let failures = 0
  let counts: Counts | undefined
  events.on('test:complete', ({ name }: TestEvent['data']) => onProgress(name))
  events.on('test:fail', ({ nesting, name, file: from, todo, details }: TestEvent['data']) => {
    if (todo === undefined) failures++
    // The remaining hooks of a file do not run after one that fails, which is reported under the name of the file.
    if (nesting === 0 && name === from && details?.error?.failureType === 'hookFailed') afterHooksEnded.resolve()
  })
  events.on('test:summary', (data) => {
    counts = data.counts as unknown as Counts
  })
  const imported = Promise.withResolvers<void>()
  void test(importTest, () => imported.promise)
  const importError = await import(pathToFileURL(resolve(file)).href).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  after(() => afterHooksEnded.resolve())
  await endDefinitions()
  if (importError) imported.reject(importError.error)
  else imported.resolve()
  await afterHooksEnded.promise
  await finish()
  // Errors that the last test left behind are reported now; otherwise the next file would get them.
  await setImmediate()
  forgetTests()
  const { tests, suites, passed, failed, cancelled, skipped, todo } = counts!
  // The import counts as a test only if it fails.
  const imports = importError ? 0 : 1
  const isEmpty = tests === imports && options.testNamePatterns.length === 0
  return {
    file,
    passed: failures === 0 && cancelled === 0 && !isEmpty,
    counts: {
      tests: tests - imports + Number(isEmpty),
      suites,
      passed: passed - imports,
      failed: Math.max(failed, Math.sign(failures)) + Number(isEmpty),
      cancelled,
      skipped,
      todo,
    },
    durationMs: performance.now() - startedAt,
    cpuMs: processorMs() - cpuMsBefore,
    output: (await output) + (isEmpty ? `✖ ${file}: ${noTest}\n` : ''),
  }
}

/** Of this process and, on Linux, of those that it started and that have ended. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  if (process.platform !== 'linux') return (user + system) / 1_000
  // See proc_pid_stat(5): `cutime` and `cstime` in hundredths of a second, after the name of the program in parentheses.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (user + system) / 1_000 + 10 * (Number(fields[13]) + Number(fields[14]))
}

/**
 * Creates the root to which the tests that are defined next belong. `node:test` completes a root when the process has
 * nothing left to do, which does not happen in a worker; `finish` calls the listener that completes it.
 */
function createTestTree({ testTimeoutMs: timeout, testNamePatterns: patterns }: FileOptions) {
  const known = new Set(process.listeners('beforeExit'))
  const testNamePatterns = patterns.length > 0 ? [importTest, ...patterns] : undefined
  const events = run({ files: [], isolation: 'none', timeout, testNamePatterns })
  const finish = process.listeners('beforeExit').find((listener) => !known.has(listener)) as () => Promise<void>
  return { events, finish }
}

/** Formats the results like `--test-reporter=spec`, without the counts, which the summary of the run contains. */
async function format(events: ReturnType<typeof run>): Promise<string> {
  const counts = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /
  const reporter = new spec()
  let text = ''
  reporter.on('data', (chunk: Buffer) => {
    text += chunk
  })
  for await (const event of events as AsyncIterable<TestEvent>) {
    const { name, nesting, message } = event.data
    const isCount = event.type === 'test:diagnostic' && nesting === 0 && counts.test(message!)
    const isImport = name === importTest && nesting === 0 && event.type !== 'test:fail'
    if (!isCount && !isImport) reporter.write(event)
  }
  await new Promise<void>((ended) => reporter.end(ended))
  return text
}
