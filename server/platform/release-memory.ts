// Releases memory that an idle process would keep, because V8 and glibc keep what is free until more is needed.
import { Session } from 'node:inspector/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Collects all garbage and the buffers and native objects that it refers to. Blocks for about 0.1 s. */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/** Collects all garbage, and returns free memory to the operating system. */
export async function releaseMemory(): Promise<void> {
  await collectGarbage()
  // Native objects are freed after the collection.
  await nextTurn()
  await trimHeap()
}

/**
 * Returns the free memory of glibc: https://man7.org/linux/man-pages/man3/malloc_trim.3.html. Does nothing with other C
 * libraries, or if the optional dependency is missing.
 */
async function trimHeap(): Promise<void> {
  const library = 'libc'
  try {
    const { close, DataType, load, open } = await import('ffi-rs')
    open({ library, path: 'libc.so.6' })
    load({ library, funcName: 'malloc_trim', retType: DataType.I32, paramsType: [DataType.U64], paramsValue: [0] })
    close(library)
  } catch {
    // The memory is used again when it is needed.
  }
}
