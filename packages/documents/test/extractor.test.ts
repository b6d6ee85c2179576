// Tests of the child process: aborts, abandoned tasks, order, memory and the end of the parent.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openExtractor, type SitePage } from '../src/index.ts'
import { extract, fileOf } from './extract.ts'

const extractor = openExtractor()
after(() => extractor[Symbol.asyncDispose]())
const long = 'We bake bread every morning before the shop opens. '.repeat(40_000)
const signal = AbortSignal.timeout(60_000)

describe('the extractor', () => {
  it('throws the reason of an abort, before and during a task, and serves the next task', async () => {
    const reason = new Error('No longer needed.')
    await assert.rejects(extract(extractor, 'txt', long, AbortSignal.abort(reason)), reason)
    const controller = new AbortController()
    const file = fileOf('txt', long)
    await assert.rejects(async () => {
      for await (const _ of extractor.extractFile(file, { signal: controller.signal })) controller.abort(reason)
    }, reason)
    assert.equal((await extract(extractor, 'txt', 'Text')).length, 1)
  })

  it('serves the next task when the caller leaves a task', async () => {
    const file = fileOf('txt', long)
    for await (const batch of extractor.extractFile(file, { signal })) {
      assert.equal(batch.length, 200)
      break
    }
    assert.equal((await extract(extractor, 'txt', 'Text')).length, 1)
  })

  it('performs concurrent tasks one after the other', async () => {
    const results = await Promise.all(['One', 'Two', 'Three'].map((text) => extract(extractor, 'txt', text)))
    assert.deepEqual(
      results.map(([passage]) => passage?.text),
      ['One', 'Two', 'Three'],
    )
  })

  it('reports progress', async () => {
    const file = fileOf('txt', long)
    let last: number[] = []
    for await (const _ of extractor.extractFile(file, { signal, onProgress: (...counts) => (last = counts) }));
    assert.deepEqual(last, [long.length, long.length])
  })

  it('passes on an error of its input', async () => {
    async function* pages(): AsyncGenerator<SitePage> {
      yield { url: 'https://a.example', title: null, language: null, sections: [] }
      throw new Error('The database is closed.')
    }
    await assert.rejects(async () => {
      for await (const _ of extractor.splitPages(pages(), { signal }));
    }, /The database is closed/)
    assert.equal((await extract(extractor, 'txt', 'Text')).length, 1)
  })

  it('rejects tasks when it is closed', async () => {
    const other = openExtractor()
    await other[Symbol.asyncDispose]()
    await assert.rejects(extract(other, 'txt', 'Text'), /closed/)
  })

  it('leaves no process when its process is killed', { skip: process.platform !== 'linux' }, async () => {
    const program = `
      import { openExtractor } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))}
      const page = { body: Buffer.from('<p>Text</p>'), contentType: 'text/html', url: 'https://a.example' }
      await openExtractor().readPage(page, { signal: AbortSignal.timeout(60000) })
      console.log('ready')
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    const [child] = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ')
    assert.ok(existsSync(`/proc/${child}`))
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    while (isRunning(child!)) {
      signal.throwIfAborted()
      await setImmediate()
    }
  })
})

function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
