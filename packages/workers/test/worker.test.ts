// Tests of workers: data, faults at the start, limits of restarts, and the end of processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openWorker, WorkerError, type WorkerOptions } from '../src/index.ts'

const script = new URL('./sample-program.ts', import.meta.url)

const isError = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof WorkerError && error.code === code && message.test(error.message)

for (const kind of ['process', 'thread'] as const)
  describe(`a worker that is a ${kind}`, () => {
    const open = (options: Partial<WorkerOptions> = {}) => openWorker({ script, kind, timeoutMs: 20_000, ...options })

    it('opens its program with data', async () => {
      await using worker = open({ prepare: async () => ({ language: 'en' }) })
      assert.deepEqual(await worker.request('data'), { language: 'en' })
      assert.equal(await worker.request(21), 42)
    })

    it('says why its program cannot be opened', async () => {
      await using refusing = open({ prepare: () => 'refuse' })
      await assert.rejects(refusing.request(1), isError('ended', /not be started: Error: the model is missing/))
      await using missing = open({ script: new URL('./missing.ts', import.meta.url) })
      await assert.rejects(missing.request(1), isError('ended', /Cannot find module .*missing\.ts/))
    })

    it('fails if its data cannot be prepared or sent', async () => {
      for (const prepare of [() => Promise.reject(new Error('not now')), () => () => {}]) {
        await using worker = open({ prepare })
        await assert.rejects(worker.request(1), isError('failed', /not be prepared/))
      }
    })

    it('rejects requests that wait for its data when it is closed', async () => {
      const worker = open({ prepare: () => new Promise(() => {}) })
      const waiting = assert.rejects(worker.request(1), isError('closed', /closed/))
      await worker[Symbol.asyncDispose]()
      await waiting
    })
  })

describe('a worker process', () => {
  const open = (options: Partial<WorkerOptions> = {}) =>
    openWorker({ script, kind: 'process', timeoutMs: 20_000, ...options })

  it('is started five times per minute if it ends again and again', async () => {
    mock.timers.enable({ apis: ['Date'] })
    try {
      let ends = 0
      await using worker = open({ prepare: () => 'abort', onEnd: () => ends++ })
      const fails = (message: RegExp) => assert.rejects(worker.request(1), isError('ended', message))
      for (let start = 1; start <= 5; start++) await fails(/^The worker has ended: SIG/)
      await fails(/ended too often. The worker has ended: SIG/)
      assert.equal(ends, 5)
      mock.timers.tick(60_001)
      await fails(/^The worker has ended: SIG/)
      assert.equal(ends, 6)
    } finally {
      mock.timers.reset()
    }
  })

  it('has the name of its program on its command line', async () => {
    await using worker = open()
    assert.deepEqual(await worker.request('arguments'), [script.href])
  })

  it('ignores the signals that end a process group', async () => {
    await using worker = open()
    const pid = await worker.request<number>('id')
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
    assert.equal(await worker.request('id'), pid)
  })

  it('has ended when the worker is closed', async () => {
    const worker = open()
    const pid = await worker.request<number>('id')
    await worker[Symbol.asyncDispose]()
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  it('ends with its parent, even if the parent is killed', async () => {
    const program = fileURLToPath(new URL('./parent.ts', import.meta.url))
    const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [id] = await once(parent.stdout, 'data')
    assert.ok(Number(id) > 0)
    // The worker process has the same standard error, which is closed when both have ended.
    const closed = once(parent.stderr.resume(), 'close')
    parent.kill('SIGKILL')
    await closed
  })
})
