// Tests of the pool of workers, which are threads or processes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SpeechError } from '../src/speech-error.ts'
import { openWorkerPool, type WorkerPoolOptions } from '../src/worker-pool.ts'

const openPoolOf = (options: Partial<WorkerPoolOptions> & Pick<WorkerPoolOptions, 'kind'>) =>
  openWorkerPool<unknown, number>({
    script: new URL('./failing-worker.ts', import.meta.url),
    size: 2,
    maxWaiting: 100,
    timeoutMs: 20_000,
    ...options,
  })

const isCode = (code: string) => (error: unknown) => error instanceof SpeechError && error.code === code

for (const isNative of [false, true])
  describe(`a pool of ${isNative ? 'processes' : 'threads'}`, () => {
    const kind = isNative ? 'process' : 'thread'
    const openPool = (options: Partial<WorkerPoolOptions> = {}) => openPoolOf({ kind, ...options })

    it('returns the result of each request to its caller', async () => {
      await using pool = openPool()
      const results = await Promise.all(Array.from({ length: 50 }, (_, index) => pool.run(index)))
      assert.deepEqual(
        results,
        Array.from({ length: 50 }, (_, index) => 2 * index),
      )
    })

    it('survives the end of a worker: its request fails, and the others are served by a new one', async () => {
      await using pool = openPool({ size: 1 })
      for (const [request, code] of [
        ['exit', 'worker_ended'],
        ['crash', 'worker_ended'],
        ['refuse', 'failed'],
        // An abort of native code ends this process if it happens in a thread.
        ...(isNative ? [['abort', 'worker_ended'] as const] : []),
      ] as const) {
        const [failed, next] = await Promise.allSettled([pool.run(request), pool.run(21)])
        assert.ok(failed.status === 'rejected' && isCode(code)(failed.reason), request)
        assert.deepEqual(next, { status: 'fulfilled', value: 42 })
      }
    })

    it('ends a worker that takes too long', async () => {
      await using pool = openPool({ size: 1, timeoutMs: 2_000 })
      const first = await pool.run('thread')
      await assert.rejects(pool.run('hang'), isCode('timeout'))
      assert.notEqual(await pool.run('thread'), first)
    })

    it('ends a worker that is idle, and starts another one for the next request', async () => {
      const ended = Promise.withResolvers<Error | undefined>()
      await using pool = openPool({ size: 1, idleMs: 1, onEnd: ended.resolve })
      const first = await pool.run('thread')
      assert.equal(await ended.promise, undefined)
      assert.notEqual(await pool.run('thread'), first)
    })

    it('starts a worker before the first request, and again after it has ended', async () => {
      let starts = 0
      let ended = Promise.withResolvers<void>()
      await using pool = openPool({ size: 1, prepare: () => void starts++, onEnd: () => ended.resolve() })
      pool.prepare(1)
      pool.prepare(1)
      await pool.run(1)
      assert.equal(starts, 1)
      await assert.rejects(pool.run('exit'))
      await ended.promise
      ended = Promise.withResolvers<void>()
      pool.prepare(1)
      assert.equal(starts, 2)
    })

    it('serves the request whose result is needed first', async () => {
      await using pool = openPool({ size: 1 })
      const order: number[] = []
      const now = performance.now()
      const run = (request: number, neededAt?: number) =>
        pool.run(request, { neededAt }).then(() => void order.push(request))
      await Promise.all([run(1), run(2, now + 30_000), run(3, now + 10_000), run(4, now + 10_000), run(5)])
      assert.deepEqual(order, [1, 5, 3, 4, 2])
    })

    it('refuses requests if too many are waiting', async () => {
      await using pool = openPool({ size: 1, maxWaiting: 2 })
      const accepted = [1, 2, 3].map((request) => pool.run(request))
      assert.equal(pool.backlog(), 3)
      await assert.rejects(pool.run(4), isCode('busy'))
      assert.deepEqual(await Promise.all(accepted), [2, 4, 6])
      assert.equal(await pool.run(5), 10)
      assert.equal(pool.backlog(), 0)
    })

    it('gives a request its own time, such as the first one, which loads a model', async () => {
      await using pool = openPool({ size: 1, timeoutMs: 200 })
      await assert.rejects(pool.run('hang'), isCode('timeout'))
      assert.equal(await pool.run('slow', { timeoutMs: 10_000 }), 1)
    })

    it('fails the request if the worker cannot be prepared, and tries again for the next one', async () => {
      let attempts = 0
      const prepare = async () => {
        attempts++
        if (attempts === 1) throw new Error('not now')
      }
      await using pool = openPool({ prepare })
      await assert.rejects(pool.run(1), isCode('failed'))
      assert.equal(await pool.run(1), 2)
      await using missing = openPool({ script: new URL('./missing.ts', import.meta.url) })
      await assert.rejects(missing.run(1), isCode('worker_ended'))
    })

    it('rejects running, waiting and later requests when it is closed', async () => {
      const pool = openPool({ size: 1 })
      await pool.run(1)
      const rejections = [pool.run('hang'), pool.run(2)].map((result) => assert.rejects(result, isCode('closed')))
      await pool[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
      await Promise.all(rejections)
      await assert.rejects(pool.run(3), isCode('closed'))
    })
  })
