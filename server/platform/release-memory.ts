// Releases memory that an idle process would keep, because V8 collects garbage only when more memory is needed.
import { Session } from 'node:inspector/promises'

/** Collects all garbage and the buffers and native objects that it refers to. Blocks for about 0.1 s. */
export async function releaseMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
