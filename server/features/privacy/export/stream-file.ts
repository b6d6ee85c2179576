// Reads a stored file in pieces while it is sent.
import { Readable } from 'node:stream'
import type { FileStore } from '#server/ports/file-store.ts'

const pieceBytes = 1024 * 1024

/** Undefined if the file does not exist. */
export async function streamFile(files: FileStore, key: string): Promise<Readable | undefined> {
  const stored = await files.find(key)
  return stored && Readable.from(piecesOf(files, key, stored.sizeBytes), { objectMode: false, highWaterMark: 1 })
}

async function* piecesOf(files: FileStore, key: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += pieceBytes)
    yield await files.readRange(key, { start, end: Math.min(start + pieceBytes, size) })
}
