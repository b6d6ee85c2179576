// Loads collections into the worker process: only missing parts, and within the memory limit.
import type { VectorCollection, VectorPart } from '#server/ports/vector-search.ts'
import { OutsideError } from '../outside-error.ts'
import { createSlots } from '../slots.ts'
import { withTimeout } from '../time/with-timeout.ts'
import type { Batch } from './stored-vectors.ts'
import type { VectorRequest } from './worker.ts'

interface Loaded {
  /** Undefined before the first load has succeeded, and after one that did not fit beside it. */
  revision: string | undefined
  bytesByPart: ReadonlyMap<string, number>
  bytes: number
  running: Synchronization | undefined
}

interface Synchronization {
  revision: string
  done: Promise<void>
  /** The size of the staged vectors. */
  bytes: number
  hasFailed: boolean
}

interface LoaderOptions {
  send(request: VectorRequest): Promise<unknown>
  maxBytes: number
  /** The time limit for one synchronization. */
  timeoutMs: number
}

/** Each one uses a connection to the database, of which calls and requests need the others. */
const concurrentLoads = 4

export function createLoader({ send, maxBytes, timeoutMs }: LoaderOptions) {
  /** The collection that was used last is the last one. */
  let collections = new Map<string, Loaded>()
  const slots = createSlots(concurrentLoads)

  /** Concurrent calls for the same revision share one synchronization. */
  async function load(collection: VectorCollection): Promise<void> {
    for (;;) {
      const loaded = collections.get(collection.key) ?? newlyLoaded()
      collections.delete(collection.key)
      collections.set(collection.key, loaded)
      if (loaded.running?.revision === collection.revision) return loaded.running.done
      if (loaded.revision === collection.revision) return
      if (!loaded.running) return start(collection, loaded)
      // A failure is reported to the searches of that revision.
      await loaded.running.done.catch(() => {})
    }
  }

  function start(collection: VectorCollection, loaded: Loaded): Promise<void> {
    const { revision } = collection
    const running: Synchronization = { revision, done: Promise.resolve(), bytes: 0, hasFailed: false }
    loaded.running = running
    const work = slots.run(() => synchronize(collection, loaded, running))
    running.done = withTimeout(timeoutMs, work, () => failure('Loading the vectors took too long.'))
      .catch(async (error: unknown) => {
        running.hasFailed = true
        await undo(collection.key, loaded)
        throw error
      })
      .finally(() => {
        loaded.running = undefined
      })
    return running.done
  }

  /** The previous revision can still be found. */
  async function undo(key: string, loaded: Loaded): Promise<void> {
    if (collections.get(key) !== loaded) return
    if (loaded.revision === undefined) collections.delete(key)
    await send({ type: loaded.revision === undefined ? 'drop' : 'discard', collection: key }).catch(() => {})
  }

  async function synchronize(collection: VectorCollection, loaded: Loaded, running: Synchronization): Promise<void> {
    const { key, dimensions } = collection
    const checkCurrent = () => {
      // After its end, the process has lost what was staged, so the rest alone must not be committed.
      if (running.hasFailed || collections.get(key) !== loaded) throw failure('The vectors could not be loaded.')
    }

    async function loadPart(part: string): Promise<number> {
      let bytes = 0
      for await (const batch of collection.loadPart(part)) {
        checkCurrent()
        checkBatch(batch, collection)
        bytes += bytesOf(batch)
        running.bytes += bytesOf(batch)
        freeMemory(loaded)
        await send({ type: 'stage', collection: key, dimensions, part, batch })
      }
      return bytes
    }

    checkCurrent()
    const parts = await collection.listParts()
    checkSize(parts, dimensions)
    const bytesByPart = new Map<string, number>()
    for (const part of parts) bytesByPart.set(part.key, loaded.bytesByPart.get(part.key) ?? (await loadPart(part.key)))
    checkCurrent()
    await send({ type: 'commit', collection: key, dimensions, parts: [...bytesByPart.keys()] })
    checkCurrent()
    loaded.bytesByPart = bytesByPart
    loaded.bytes = sum(bytesByPart.values())
    loaded.revision = collection.revision
  }

  /** Removes the collections that have not been used for the longest time. */
  function freeMemory(growing: Loaded): void {
    let total = sum(Iterator.from(collections.values()).map(bytesOfLoaded))
    for (const [key, loaded] of collections) {
      if (total <= maxBytes) return
      if (loaded === growing || loaded.running) continue
      total -= bytesOfLoaded(loaded)
      collections.delete(key)
      send({ type: 'drop', collection: key }).catch(() => {})
    }
    if (total <= maxBytes) return
    // Without its previous revision, the collection may fit the next time.
    growing.revision = undefined
    throw failure('The memory for vectors is in use.')
  }

  /** Before anything is loaded, so that a collection that is too large does not displace the others. */
  function checkSize(parts: readonly VectorPart[], dimensions: number): void {
    const count = sum(parts.map((part) => part.count))
    if (count * (dimensions + Int32Array.BYTES_PER_ELEMENT) <= maxBytes) return
    const message = `A collection has more than ${Math.floor(maxBytes / 2 ** 20)} MiB of vectors.`
    throw new OutsideError('collection_too_large', message, { retryable: false })
  }

  return {
    load,
    /** The process has ended. */
    forget(): void {
      collections = new Map()
    },
  }
}

const failure = (message: string) => new OutsideError('vector_search_failed', message, { retryable: true })

const bytesOf = ({ positions, vectors }: Batch): number => positions.byteLength + vectors.byteLength

const bytesOfLoaded = ({ bytes, running }: Loaded): number => bytes + (running?.bytes ?? 0)

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

const newlyLoaded = (): Loaded => ({ revision: undefined, bytesByPart: new Map(), bytes: 0, running: undefined })

/** A model that a server replaced under the same name can have other dimensions. */
function checkBatch({ positions, vectors }: Batch, { dimensions }: VectorCollection): void {
  if (vectors.length === positions.length * dimensions) return
  const message = `${positions.length} stored vectors have ${vectors.length} components instead of ${dimensions} each.`
  throw new OutsideError('wrong_dimensions', message, { retryable: false })
}
