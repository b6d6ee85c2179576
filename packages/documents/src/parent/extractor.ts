// Extracts documents in a child process, one after the other.
import { type ChildMessage, maxFileBytes, type Task } from '../child/protocol.ts'
import { DocumentError, documentErrors } from '../document-error.ts'
import { type FileFormat, isContentTypeSupported } from '../file-format.ts'
import type { WebPage, WebResponse } from '../html/web-page.ts'
import type { Passage, SitePage } from '../split/passage.ts'
import { Child } from './exchange.ts'

export interface Extractor extends AsyncDisposable {
  /**
   * Reads a file of a size in bytes from its pieces. Yields batches of at most 200 passages, empty ones while a PDF is
   * read. The child waits until a batch is consumed. `onProgress` receives the processed and the known pages of a PDF,
   * and bytes of other files. `onPagesWithoutText` receives the numbers of the pages of a PDF that contain no text.
   * Throws a `DocumentError`, the signal's reason, or an error of the pieces.
   */
  extractFile(
    file: { pieces: AsyncIterable<Uint8Array>; size: number; format: FileFormat },
    options: {
      signal: AbortSignal
      onProgress?(done: number, known: number): void
      onPagesWithoutText?(pages: number[]): void
      /** More than half of the text of a Word document is hidden. */
      onHiddenText?(): void
    },
  ): AsyncIterable<Passage[]>
  /** Reads a page by its Content-Type header. Throws a `DocumentError`, or the signal's reason. */
  readPage(page: WebResponse, options: { signal: AbortSignal }): Promise<WebPage>
  /** Splits all pages of a site. Blocks that repeat on many pages are kept once, and so are repeated passages. */
  splitPages(
    pages: AsyncIterable<SitePage>,
    options: { signal: AbortSignal },
  ): AsyncIterable<(Passage & { url: string })[]>
}

/** The time that the child may work on a task, without the time that it waits for the parent. */
const timeLimits = { file: 60_000, page: 20_000, site: 300_000 }
/** A child is replaced after this time of work, which releases memory that libraries keep. */
const maxBusyMs = 60_000
const idleMs = 60_000

/** Starts the child process when it is first used. */
export function openExtractor(): Extractor {
  const lock = new Lock()
  const closing = new AbortController()
  let child: Child | null = null
  let idle: NodeJS.Timeout | undefined

  function release(): void {
    child?.kill()
    child = null
  }

  async function* run(task: Task, inputs: AsyncIterator<unknown>, outer: AbortSignal): AsyncGenerator<ChildMessage> {
    const signal = AbortSignal.any([outer, closing.signal])
    const unlock = await lock.acquire(signal)
    clearTimeout(idle)
    let finished = false
    try {
      if (!child?.isUsable()) child = await Child.start(signal)
      const running = child
      const startMs = running.busyMs
      const exchange = (message: Parameters<Child['exchange']>[0]) =>
        running.exchange(message, signal, timeLimits[task.kind] - (running.busyMs - startMs))
      let message = await exchange({ type: 'task', task })
      while (message.type !== 'done') {
        if (message.type === 'failed') {
          finished = true
          throw new DocumentError(message.code, message.message, message.stack ? { cause: message.stack } : {})
        }
        if (message.type === 'input') {
          const { value, done } = await inputs.next()
          signal.throwIfAborted()
          message = await exchange({ type: 'input', value: done ? null : value })
          continue
        }
        yield message
        signal.throwIfAborted()
        message = await exchange({ type: 'next' })
      }
      finished = true
    } finally {
      if (!finished || (child && child.busyMs > maxBusyMs)) release()
      idle = setTimeout(release, idleMs).unref()
      unlock()
      await inputs.return?.()
    }
  }

  return {
    async *extractFile({ pieces, size, format }, { signal, onProgress, onPagesWithoutText, onHiddenText }) {
      if (size === 0) throw new DocumentError('empty', 'The file is empty.')
      if (size > maxFileBytes) throw new DocumentError('too_large', 'The file is too large.')
      const task = { kind: 'file', format, bytes: size } as const
      for await (const message of run(task, pieces[Symbol.asyncIterator](), signal)) {
        if (message.type === 'pages_without_text') onPagesWithoutText?.(message.pages)
        if (message.type === 'hidden_text') onHiddenText?.()
        if (message.type !== 'passages') continue
        onProgress?.(message.done, message.known)
        yield message.passages
      }
    },

    async readPage(page, { signal }) {
      if (!isContentTypeSupported(page.contentType))
        throw new DocumentError('unsupported_type', 'The page is not HTML, text or PDF.')
      let result: WebPage | undefined
      for await (const message of run({ kind: 'page', ...page }, noInput(), signal))
        if (message.type === 'page') result = message.page
      if (!result) throw documentErrors.crashed()
      return result
    },

    async *splitPages(pages, { signal }) {
      for await (const message of run({ kind: 'site' }, pages[Symbol.asyncIterator](), signal)) {
        if (message.type === 'passages' && message.passages.length > 0)
          yield message.passages as (Passage & { url: string })[]
      }
    },

    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      closing.abort(new Error('The extractor is closed.'))
      release()
    },
  }
}

async function* noInput(): AsyncGenerator<never> {}

class Lock {
  #last: Promise<void> = Promise.resolve()

  /** Resolves to a function that releases the lock. Rejects with the reason of the signal. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    const aborted = Promise.withResolvers<void>()
    const onAbort = (): void => aborted.resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    await Promise.race([before, aborted.promise])
    signal.removeEventListener('abort', onAbort)
    if (!signal.aborted) return resolve
    resolve()
    throw signal.reason
  }
}
