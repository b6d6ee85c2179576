// Tests of the test runner, on test files that each test writes into a folder of its own.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { FileResult } from './file-result.ts'
import { type Lane, type RunOptions, runTestFiles } from './run-test-files.ts'
import { isShard, takeShard } from './tiers.ts'

const passing = `test('passes', () => {})`

/** Writes the files, runs them, by default in this order in one worker, and returns both runs by file name. */
async function runFiles(
  t: TestContext,
  files: Record<string, string>,
  options: Partial<RunOptions> = {},
  lanesOf = (paths: string[]): Lane[] => [{ files: paths, workers: 1, niceness: 0 }],
) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-runner-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const paths: string[] = []
  for (const [name, body] of Object.entries(files)) {
    const path = join(folder, `${name}.test.mjs`)
    await writeFile(path, `import { after, before, describe, test } from 'node:test'\n${body}`)
    paths.push(path)
  }
  const { first, second } = await runTestFiles({
    lanes: lanesOf(paths),
    testNamePatterns: [],
    testTimeoutMs: 20_000,
    hangTimeoutMs: 30_000,
    hasSecondRun: true,
    signal: t.signal,
    ...options,
  })
  const byName = (results: typeof first) =>
    Object.fromEntries(results.map((result) => [/(\w+)\.test\.mjs$/.exec(result.file)![1]!, result]))
  return { first: byName(first), second: byName(second) }
}

test('files share a process, and each has its own counts and output', async (t) => {
  const { first, second } = await runFiles(t, {
    one: `test('stores the process', () => { globalThis.processOfOne = process.pid })\ntest.skip('is skipped')`,
    two: `test('is in the same process', () => { if (globalThis.processOfOne !== process.pid) throw new Error() })`,
  })
  assert.deepEqual([first['one']!.passed, first['one']!.counts.tests, first['one']!.counts.skipped], [true, 2, 1])
  assert.deepEqual([first['two']!.passed, first['two']!.counts.tests], [true, 1])
  assert.match(first['one']!.output, /stores the process/)
  assert.doesNotMatch(first['two']!.output, /stores the process|tests 1/)
  assert.deepEqual(second, {})
})

test('each lane has workers of its own', async (t) => {
  const body = `test('marks the process', () => {
    if (globalThis.isUsed) throw new Error('used')
    globalThis.isUsed = true
  })`
  const lanes = (paths: string[]) => paths.map((path) => ({ files: [path], workers: 1, niceness: 0 }))
  const { first } = await runFiles(t, { busy: body, waiting: body }, {}, lanes)
  assert.deepEqual([first['busy']!.passed, first['waiting']!.passed], [true, true])
})

test('the files of a lane run in their order, and those of other lanes beside them', async (t) => {
  const names: string[] = []
  const onResult = ({ file }: FileResult) => void names.push(/(\w+)\.test\.mjs$/.exec(file)![1]!)
  const slow = `import { existsSync } from 'node:fs'
    test('waits for the file of the other lane', async () => {
      while (!existsSync(new URL('beside', import.meta.url))) await new Promise((resolve) => setTimeout(resolve, 20))
    })`
  const fast = `import { writeFileSync } from 'node:fs'
    test('runs beside it', () => writeFileSync(new URL('beside', import.meta.url), ''))`
  const lanesOf = ([one, two, beside]: string[]) =>
    [[one!, two!], [beside!]].map((files) => ({ files, workers: 1, niceness: 0 }))
  const { first } = await runFiles(t, { one: slow, two: passing, beside: fast }, { onResult }, lanesOf)
  assert.deepEqual(Object.keys(first).sort(), ['beside', 'one', 'two'])
  assert.ok(names.indexOf('one') < names.indexOf('two'), names.join())
  assert.ok(Object.values(first).every(({ passed }) => passed))
})

test('a lane can have a lower priority', { skip: process.platform === 'win32' }, async (t) => {
  const body = `test('has the priority', async () => {
    const { getPriority } = await import('node:os')
    if (getPriority() !== 7) throw new Error(getPriority())
  })`
  const { first } = await runFiles(t, { nice: body }, {}, (files) => [{ files, workers: 1, niceness: 7 }])
  assert.equal(first['nice']!.passed, true, first['nice']!.output)
})

test('a file that fails runs only once if that is wanted', async (t) => {
  const { first, second } = await runFiles(
    t,
    { failing: `test('fails', () => { throw new Error() })` },
    { hasSecondRun: false },
  )
  assert.deepEqual([first['failing']!.passed, second], [false, {}])
})

test('a file that fails runs once more in a process of its own', async (t) => {
  const { first, second } = await runFiles(t, {
    shared: `test('marks the process', () => { globalThis.isShared = true })`,
    flaky: `test('fails in a shared process', () => { if (globalThis.isShared) throw new Error('shared') })`,
    failing: `test('always fails', () => { throw new Error('always') })`,
  })
  assert.deepEqual([first['flaky']!.passed, second['flaky']!.passed], [false, true])
  assert.deepEqual([first['failing']!.passed, second['failing']!.passed], [false, false])
  assert.equal(second['shared'], undefined)
  assert.match(first['flaky']!.output, /Error: shared/)
  assert.match(second['failing']!.output, /Error: always/)
})

test('hooks run before the first and after the last test of their file', async (t) => {
  const { first } = await runFiles(t, {
    hooks: `globalThis.steps = []
      before(() => { globalThis.steps.push('before') })
      after(() => { globalThis.steps.push('after') })
      test('runs', async () => { globalThis.steps.push('test') })`,
    next: `test('sees the steps', () => {
      if (globalThis.steps.join() !== 'before,test,after') throw new Error(globalThis.steps.join())
    })`,
    failing: `after(() => { throw new Error('the hook fails') })\n${passing}`,
  })
  assert.equal(first['next']!.passed, true, first['next']!.output)
  assert.equal(first['failing']!.passed, false)
})

for (const [title, body, reason] of [
  ['ends its process', `test('exits', () => { process.exit(0) })`, /its process ended with exit code 0/],
  ['is killed', `test('dies', () => { process.kill(process.pid, 'SIGKILL') })`, /its process ended with SIGKILL/],
  ['cannot be imported', `${passing}\nthrow new Error('no import')`, /the file can be imported.*Error: no import/s],
  ['rejects a promise that nothing awaits', `test('x', () => { Promise.reject(new Error('lost')) })`, /lost/],
] as const)
  test(`a file that ${title} fails, and the next file still runs`, async (t) => {
    const { first, second } = await runFiles(t, { broken: body, next: passing })
    assert.deepEqual([first['broken']!.passed, second['broken']!.passed, first['next']!.passed], [false, false, true])
    assert.match(first['broken']!.output, reason)
    assert.equal(first['broken']!.counts.failed, 1)
  })

test('tests that are defined after `await` of a promise of an earlier file belong to their own file', async (t) => {
  const { first } = await runFiles(t, {
    creating: `test('creates a promise', async () => { await (globalThis.shared = Promise.resolve()) })`,
    awaiting: `await (globalThis.shared ?? Promise.resolve())\n${passing}`,
  })
  assert.deepEqual([first['creating']!.passed, first['awaiting']!.passed], [true, true])
  assert.equal(first['awaiting']!.counts.tests, 1)
})

test('tests that a suite defines after `await` belong to the suite', async (t) => {
  const body = (name: string) => `describe('the suite ${name}', async () => {
      await import('node:timers/promises').then((timers) => timers.setTimeout(20))
      test('first', () => {})
      describe('nested ${name}', async () => {
        await Promise.resolve()
        test('second', () => {})
      })
    })`
  const { first } = await runFiles(t, { suites: `${body('one')}\n${body('two')}` })
  assert.deepEqual([first['suites']!.counts.tests, first['suites']!.counts.suites], [4, 4])
  for (const name of ['one', 'two']) assert.match(first['suites']!.output, new RegExp(`nested ${name}\n.*second`))
})

test('a file without tests fails', async (t) => {
  const { second } = await runFiles(t, { empty: 'globalThis.nothing = true' })
  assert.deepEqual([second['empty']!.passed, second['empty']!.counts.failed], [false, 1])
  assert.match(second['empty']!.output, /No test of this file has run/)
})

test('a test that exceeds its time fails by name', async (t) => {
  const body = `test('never ends', () => new Promise(() => {}))`
  const { first } = await runFiles(t, { slow: body }, { testTimeoutMs: 200 })
  assert.equal(first['slow']!.passed, false)
  assert.match(first['slow']!.output, /never ends.*timed out after 200ms/s)
})

test('a file that blocks its process is killed and fails', async (t) => {
  const { first } = await runFiles(
    t,
    { blocked: `test('passes', () => {})\ntest('blocks', () => { for (;;); })`, next: passing },
    { hangTimeoutMs: 2_000 },
  )
  assert.match(
    first['blocked']!.output,
    /blocked\.test\.mjs: no test ended for 2 s after “passes”, so its process was killed/,
  )
  assert.equal(first['next']!.passed, true)
})

test('only tests that match the name pattern run', async (t) => {
  const files = { named: `${passing}\ntest('fails', () => { throw new Error() })` }
  const { first } = await runFiles(t, files, { testNamePatterns: ['passes'] })
  assert.deepEqual([first['named']!.passed, first['named']!.counts.tests], [true, 1])
})

test('every file belongs to one of the parts of a suite, and a part that does not exist is refused', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const parts = ['1/3', '2/3', '3/3'].flatMap((shard) => takeShard(files, shard))
  assert.deepEqual(parts.toSorted(), files)
  const valid = ['1/1', '2/3', '0/3', '4/3', '1', '1/0', 'x/2', '2/3/4'].filter(isShard)
  assert.deepEqual(valid, ['1/1', '2/3'])
})
