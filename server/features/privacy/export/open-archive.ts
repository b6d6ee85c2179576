// Writes a ZIP archive as a stream, and reads stored files in pieces for it. Entries are added one after another; memory does not grow with their sizes.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import type { FileStore } from '#server/ports/file-store.ts'

/** A client that reads more slowly gets an incomplete archive. */
const longestMs = 60 * 60_000

export function openArchive() {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const timer = setTimeout(() => output.destroy(new Error('The client reads too slowly.')), longestMs).unref()
  const closed = once(output, 'close').then(() => {
    clearTimeout(timer)
    throw new Error('The archive was closed before its end.')
  })
  closed.catch(() => {})
  // Errors of entries, which would otherwise end the process.
  zip.on('error', (error) => output.destroy(error))
  return {
    output,
    /** Resolves when the entry has been read. Rejects if the client has gone. */
    async add(name: string, content: Readable, { compress }: { compress: boolean }): Promise<void> {
      const isRead = finished(content, { writable: false })
      zip.addReadStream(content, name, { compress })
      try {
        await Promise.race([isRead, closed])
      } finally {
        content.destroy()
      }
    },
    end: () => zip.end(),
    /** The client sees that the archive is incomplete. */
    fail: (error: Error) => output.destroy(error),
  }
}

const pieceBytes = 1024 * 1024

/** Reads a stored file in pieces while it is sent. Undefined if the file does not exist. */
export async function streamFile(files: FileStore, key: string): Promise<Readable | undefined> {
  const stored = await files.find(key)
  return stored && Readable.from(piecesOf(files, key, stored.sizeBytes), { objectMode: false, highWaterMark: 1 })
}

async function* piecesOf(files: FileStore, key: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += pieceBytes)
    yield await files.readRange(key, { start, end: Math.min(start + pieceBytes, size) })
}
