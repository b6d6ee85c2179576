// Tests of code that runs in the sandbox.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { CodeError } from './code-error.ts'
import { type CodeRequest, openCodeRunner } from './code-runner.ts'

const runner = openCodeRunner({ maxWorkers: 2 })
after(() => runner[Symbol.asyncDispose]())

const run = (source: string, options: Partial<CodeRequest> = {}) => runner.runCode({ accountId: 1, source, ...options })

async function failureOf(source: string, options: Partial<CodeRequest> = {}): Promise<CodeError> {
  const error = await run(source, options).catch((reason: unknown) => reason)
  assert.ok(error instanceof CodeError, JSON.stringify(error))
  return error
}

test('code returns JSON of its input, and logs', async () => {
  assert.deepEqual(await run('console.log("sum", [1], undefined); return input.a + 1', { input: { a: 1 } }), {
    output: 2,
    logs: ['sum [1] undefined'],
  })
  assert.deepEqual(await run('', { input: 1 }), { output: null, logs: [] })
  assert.deepEqual(await run('return { a: undefined, b: new Date(0), c: [NaN] } // end'), {
    output: { b: '1970-01-01T00:00:00.000Z', c: [null] },
    logs: [],
  })
})

test('any JSON passes through unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (input) => {
      const { output } = await run('return input', { input })
      assert.equal(JSON.stringify(output), JSON.stringify(input))
    }),
    { numRuns: 50 },
  )
})

test('promises are awaited', async () => {
  const source = 'const x = await Promise.all([1, Promise.resolve(2)]); return x.map((n) => n * 2)'
  assert.deepEqual((await run(source)).output, [2, 4])
  assert.match((await failureOf('await new Promise(() => {})')).message, /nothing fulfils/)
  assert.match((await failureOf('return Promise.reject(new Error("no"))')).message, /^Error: no$/)
})

describe('an error has its message and line', () => {
  const cases: [string, string, number | undefined][] = [
    ['const a = 1\n\nthrow new TypeError("bad")', 'TypeError: bad', 3],
    ['\nreturn nothing.x', "ReferenceError: 'nothing' is not defined", 2],
    ['const a = null\n\nreturn a.b', 'TypeError: ', 3],
    ['throw "text"', 'text', undefined],
    ['throw { a: 1 }', '{"a":1}', undefined],
    ['throw null', 'null', undefined],
    ['\nreturn (', 'SyntaxError: ', 3],
    ['const a = {}; a.a = a; return a', 'TypeError: ', undefined],
    ['throw { get message() { throw 1 } }', 'The code failed.', undefined],
    ['}), 5; ({', 'The code must be the body of a function.', undefined],
  ]
  for (const [source, message, line] of cases)
    test(JSON.stringify(source), async () => {
      const error = await failureOf(source)
      assert.equal(error.code, 'failed')
      assert.ok(error.message.startsWith(message), error.message)
      assert.equal(error.line, line)
    })
})

test('an integer that a number cannot hold exactly is a BigInt', async () => {
  const input = { id: 9223372036854775807n, list: [-18446744073709551615n, 5], text: 'x' }
  const result = await run(
    'console.log(input.id, { a: input.list[0] }); return { ...input, next: input.id + 1n, small: 5n }',
    { input },
  )
  assert.deepEqual(result, {
    output: { ...input, next: 9223372036854775808n, small: 5 },
    logs: ['9223372036854775807 {"a":-18446744073709551615}'],
  })
  const written = await run('return ["" + input.id, JSON.stringify(input), typeof input.list[1], JSON.stringify()]', {
    input,
  })
  assert.deepEqual(written.output, ['9223372036854775807', JSON.stringify(input), 'number', null])
  assert.match((await failureOf('return input.id + 1', { input })).message, /bigint/i)
})

test('nothing outside can be reached', async () => {
  const names = [
    'process',
    'require',
    'fetch',
    'setTimeout',
    'setInterval',
    'WebAssembly',
    'Worker',
    'Buffer',
    'record',
  ]
  const { output } = await run(`return [${names.map((name) => `typeof ${name}`)}]`)
  assert.deepEqual(
    output,
    names.map(() => 'undefined'),
  )
  const reach = 'return [].constructor.constructor("return typeof process")() + typeof this.process'
  assert.equal((await run(reach)).output, 'undefinedundefined')
  assert.equal((await failureOf('await import("node:fs")')).code, 'failed')
  assert.equal((await failureOf('await import("./code.js")')).code, 'failed')
})

test('changed prototypes and globals stay in their run', async () => {
  const hostile = `
    Object.prototype.x = 1; Array.prototype.map = null; JSON.stringify = () => 'no'; JSON.parse = null
    String.prototype.slice = null; Promise.prototype.then = null; globalThis.secret = 1
    Object.defineProperty(Object.prototype, 'error', { value: 1 })
    console.log('a', { b: 1 }); return { ok: true }`
  const first = await run(hostile)
  assert.deepEqual(first, { output: { ok: true }, logs: ['a {"b":1}'] })
  const checks = Array.from({ length: 4 }, () => run('return [typeof secret, ({}).x, typeof JSON.parse]'))
  for (const { output } of await Promise.all(checks)) assert.deepEqual(output, ['undefined', null, 'function'])
  const { output } = await run('return JSON.parse(\'{"__proto__": {"polluted": 1}}\')')
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  assert.equal(JSON.stringify(output), '{"__proto__":{"polluted":1}}')
})

describe('code that never ends is interrupted', () => {
  const sources = [
    'for (;;);',
    'try { for (;;); } catch { for (;;); } finally { for (;;); }',
    'for (;;) await null',
    'const f = () => Promise.resolve().then(f); await f()',
    '/(a+)+$/.test("a".repeat(60) + "b")',
    'return { toJSON() { for (;;); } }',
    'throw { get message() { for (;;); } }',
    'for (;;) console.log("x")',
    'return new Proxy({}, { get() { for (;;); } })',
  ]
  for (const source of sources)
    test(source, async () => {
      const error = await failureOf(source, { timeoutMs: 150 })
      assert.equal(error.code, 'timeout')
      assert.ok(error.logs.length <= 100)
      assert.equal((await run('return 1')).output, 1)
    })
})

test('a function of the engine that does not end is stopped with its worker, as often as necessary', async () => {
  for (let round = 0; round < 6; round++) {
    const stuck = failureOf('return new Array(2 ** 32 - 1).indexOf(1)', { timeoutMs: 20 })
    const [error, others] = await Promise.all([
      stuck,
      Promise.all([1, 2, 3].map((input) => run('return input', { input }))),
    ])
    assert.equal(error.code, 'timeout')
    assert.deepEqual(
      others.map(({ output }) => output),
      [1, 2, 3],
    )
  }
})

describe('memory, stack and output are limited', () => {
  const cases: [string, RegExp][] = [
    ['const a = []; for (;;) a.push("x".repeat(100000) + a.length)', /memory/],
    ['const a = []; for (;;) a.push(new Uint8Array(1e6))', /memory/],
    ['let s = "x"; for (;;) s += s', /memory|too long/],
    ['return new ArrayBuffer(2 ** 30).byteLength', /memory/],
    ['let f = () => {}; for (let i = 0; i < 1e6; i++) f = f.bind(null); f()', /memory|stack|nested/],
    ['const f = () => 1 + f(); return f()', /stack/],
    ['let a = []; for (let i = 0; i < 2e4; i++) a = [a]; return a', /stack|nested/],
    ['return JSON.parse("[".repeat(1e6))', /stack|nested/],
    ['return "x".repeat(256 * 1024)', /256 KB/],
    ['return "é".repeat(200 * 1024)', /256 KB/],
    ['return Array(1e6).fill(1)', /256 KB/],
  ]
  for (const [source, message] of cases)
    test(source, async () => {
      assert.match((await failureOf(source, { timeoutMs: 60_000 })).message, message)
      assert.equal((await run('return 1')).output, 1)
    })
})

test('logs have at most 100 lines of 1,000 characters', async () => {
  const { logs } = await run('for (let i = 0; i < 1000; i++) console.log("x".repeat(5000))')
  assert.deepEqual([logs.length, logs[0]!.length], [100, 1_000])
  const error = await failureOf('console.warn("before"); throw new Error("no")')
  assert.deepEqual(error.logs, ['before'])
})

test('a hundred runs at the same time have their own results', async () => {
  const runs = Array.from({ length: 100 }, (_, input) =>
    run('globalThis.n ??= input; return n', { input, accountId: input }),
  )
  assert.deepEqual(
    (await Promise.all(runs)).map(({ output }) => output),
    Array.from({ length: 100 }, (_, index) => index),
  )
})

test('accounts take turns, and each has a limit of runs that wait', async () => {
  await using small = openCodeRunner({ maxWorkers: 1, maxWaiting: 6, maxWaitingPerAccount: 4 })
  const order: string[] = []
  const start = (accountId: number, name: string, signal?: AbortSignal) =>
    small
      .runCode({ accountId, source: 'return 1', ...(signal && { signal }) })
      .then(() => order.push(name))
      .catch((error: unknown) => order.push(`${name} ${error instanceof CodeError ? error.code : error}`))
  const abort = new AbortController()
  const runs = ['a0', 'a1', 'a2', 'a3'].map((name) => start(1, name))
  runs.push(start(1, 'a4', abort.signal), start(1, 'a5'), start(2, 'b1'), start(2, 'b2'), start(3, 'c1'))
  abort.abort('aborted')
  await Promise.all(runs)
  assert.deepEqual(order.filter((name) => name.includes(' ')).sort(), ['a4 aborted', 'a5 busy', 'c1 busy'])
  assert.deepEqual(
    order.filter((name) => !name.includes(' ')),
    ['a0', 'a1', 'b1', 'a2', 'b2', 'a3'],
  )
})

test('a closed runner rejects its runs and leaves no thread', async () => {
  const closing = openCodeRunner({ maxWorkers: 1 })
  const runs = ['for (;;);', 'return 1'].map((source) => closing.runCode({ accountId: 1, source }))
  const results = Promise.allSettled(runs)
  await closing[Symbol.asyncDispose]()
  for (const result of await results) assert.equal(result.status === 'rejected' && result.reason.code, 'closed')
  await assert.rejects(closing.runCode({ accountId: 1, source: '' }), CodeError)
})
