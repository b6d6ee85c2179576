// Tests of the worker process that answers requests: order, failures, time limits and its end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { openWorkerProcess, type WorkerProcessOptions } from './worker-process.ts'

const script = new URL('./echo-worker.ts', import.meta.url)
const open = (options: Partial<WorkerProcessOptions> = {}) =>
  openWorkerProcess({ script, timeoutMs: 20_000, failureCode: 'echo_failed', ...options })

describe('a worker process', () => {
  test('answers requests in order', async () => {
    await using worker = open()
    const answers = await Promise.all(['one', 'two', 'three'].map((request) => worker.request(request)))
    assert.deepEqual(answers, [
      { request: 'one', count: 1 },
      { request: 'two', count: 2 },
      { request: 'three', count: 3 },
    ])
  })

  test('continues after a request that it cannot answer or receive', async () => {
    await using worker = open()
    const failure = await failureOf(worker.request('fail'))
    assert.deepEqual([failure.code, failure.retryable], ['echo_failed', true])
    await assert.rejects(
      worker.request(() => {}),
      /could not be cloned/,
    )
    assert.deepEqual(await worker.request('one'), { request: 'one', count: 1 })
  })

  test('is started again after a crash, which fails all its requests', async () => {
    let ends = 0
    await using worker = open({ onEnd: () => ends++ })
    const requests = ['crash', 'one', 'two'].map((request) => failureOf(worker.request(request)))
    for (const { code } of await Promise.all(requests)) assert.equal(code, 'echo_failed')
    assert.deepEqual(await worker.request('one'), { request: 'one', count: 1 })
    assert.equal(ends, 1)
  })

  test('is started again after native code has aborted it', async () => {
    await using worker = open()
    await worker.request('one')
    assert.equal((await failureOf(worker.request('abort'))).code, 'echo_failed')
    assert.deepEqual(await worker.request('one'), { request: 'one', count: 1 })
  })

  test('is ended and started again if a request takes too long', async () => {
    await using worker = open({ timeoutMs: 1_500 })
    await worker.request('one')
    assert.match((await failureOf(worker.request('hang'))).message, /took too long/)
    assert.deepEqual(await worker.request('one'), { request: 'one', count: 1 })
  })

  test('fails its requests if it cannot be started', async () => {
    await using worker = open({ script: new URL('https://example.com/worker.ts') })
    assert.equal((await failureOf(worker.request('one'))).code, 'echo_failed')
  })

  test('refuses requests after it was closed, and fails those that wait', async () => {
    const worker = open()
    const waiting = failureOf(worker.request('hang'))
    await worker[Symbol.asyncDispose]()
    assert.equal((await waiting).code, 'echo_failed')
    assert.equal((await failureOf(worker.request('one'))).code, 'echo_failed')
  })

  test('leaves nothing open', async () => {
    await assertNoOpenHandles(async () => {
      await using worker = open({ idleMs: 60_000 })
      await worker.request('one')
    })
  })
})
