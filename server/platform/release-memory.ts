// Releases memory that an idle process would keep, because V8 and glibc keep what is free until more is needed.
import { Session } from 'node:inspector/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

let loading: Promise<() => void> | undefined

/** Collects all garbage and the buffers and native objects that it refers to. Blocks for about 0.1 s. */
export async function releaseMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
  // Native objects are freed after the collection.
  await nextTurn()
  loading ??= loadTrimHeap()
  const trimHeap = await loading
  trimHeap()
}

/**
 * Returns what gives the free memory of glibc back to the operating system:
 * https://man7.org/linux/man-pages/man3/malloc_trim.3.html. It does nothing with other C libraries, or if the optional
 * dependency is missing.
 */
async function loadTrimHeap(): Promise<() => void> {
  try {
    const { DataType, load, open } = await import('ffi-rs')
    const library = 'libc'
    open({ library, path: 'libc.so.6' })
    const signature = { retType: DataType.I32, paramsType: [DataType.U64], paramsValue: [0] }
    return () => void load({ library, funcName: 'malloc_trim', ...signature })
  } catch {
    return () => {}
  }
}
