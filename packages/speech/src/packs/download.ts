// Downloads a file in parts, so that a download that ends early is resumed.
import { constants } from 'node:fs'
import { open, rm, stat, truncate } from 'node:fs/promises'
import { maxPackBytes } from './manifest.ts'
import { PackError } from './pack-error.ts'

/** Fetches a URL, follows redirects, and checks the addresses. */
export interface PackFetcher {
  fetch(request: {
    url: string
    headers: Record<string, string>
    maxRedirects: number
    refusesHttpRedirects: boolean
    timeoutMs: number
    maxBytes: number
    signal?: AbortSignal
  }): Promise<{ status: number; headers: Record<string, string>; body: Uint8Array; truncated: boolean }>
  /** Whether the operator allows this host as private. */
  isPrivate(url: string): boolean
}

export interface Download {
  url: string
  /** Receives the file. If it exists, the download continues at its end. */
  path: string
  /** The size of the file, if it is known. */
  bytes?: number
  /** The version of the file on the server when its first part was downloaded. */
  version?: string
  fetcher: PackFetcher
  signal?: AbortSignal
  /** Called before each part is requested or stored, and after the last one. Can throw to stop. */
  onProgress(progress: { done: number; total: number; version?: string }): Promise<void>
}

const partBytes = 8 * 2 ** 20
const partTimeoutMs = 180_000
const maxRedirects = 5
const maxAttempts = 3

const failed = (message: string, cause?: unknown) =>
  new PackError('download_failed', `${message} Add the pack again to resume the download.`, { cause })

/** Throws a `PackError`; what has been downloaded is kept. */
export async function download(given: Download): Promise<void> {
  if (!given.url.startsWith('https://') && !given.fetcher.isPrivate(given.url))
    throw new PackError('address_refused', 'The address must start with https://.')
  let { version } = given
  let hasRestarted = false
  const progress = (done: number) => ({ done, total: given.bytes ?? 0, ...(version !== undefined && { version }) })
  for (;;) {
    const done = await sizeOf(given.path)
    if (given.bytes !== undefined && done === given.bytes) break
    if (given.bytes !== undefined && done > given.bytes) {
      await rm(given.path)
      continue
    }
    await given.onProgress(progress(done))
    const part = await fetchPart(given, done, version)
    if (part === 'restart') {
      if (hasRestarted) throw failed('The server does not send the file from its beginning.')
      hasRestarted = true
      version = undefined
      await truncate(given.path, 0).catch(() => {})
      continue
    }
    const expected = given.bytes ?? part.total
    if (part.total !== expected) {
      await rm(given.path, { force: true })
      throw new PackError(
        'wrong_hash',
        `The file has ${part.total} bytes instead of ${expected}. It was deleted. Its publisher may have changed it.`,
      )
    }
    if (part.total > maxPackBytes) throw new PackError('invalid_pack', 'The file is too large.')
    given = { ...given, bytes: part.total }
    version = part.version ?? version
    await given.onProgress(progress(done))
    await write(given.path, part.body, done)
  }
  await given.onProgress(progress(given.bytes))
}

interface Part {
  body: Uint8Array
  total: number
  version: string | undefined
}

/** `restart` if the file on the server is another one than before. */
async function fetchPart(
  { url, fetcher, signal }: Download,
  start: number,
  version: string | undefined,
): Promise<Part | 'restart'> {
  const { status, headers, body, truncated } = await attempt(signal, () =>
    fetcher.fetch({
      url,
      headers: {
        range: `bytes=${start}-${start + partBytes - 1}`,
        // A compressed part has another size.
        'accept-encoding': 'identity',
        ...(start > 0 && version !== undefined && { 'if-range': version }),
      },
      maxRedirects,
      refusesHttpRedirects: true,
      timeoutMs: partTimeoutMs,
      maxBytes: partBytes,
      ...(signal && { signal }),
    }),
  )
  if (status === 416) {
    // Nothing follows what has been downloaded, if that is the whole file.
    const isComplete = start > 0 && headers['content-range'] === `bytes */${start}`
    return isComplete ? { body: new Uint8Array(0), total: start, version } : 'restart'
  }
  if (status === 200 && start > 0) return 'restart'
  if (status === 200) {
    if (truncated)
      throw new PackError(
        'no_ranges',
        'The server of this address sends files only as a whole. Download the file yourself, and add it as a file.',
      )
    return { body, total: body.length, version: versionOf(headers) }
  }
  if (status !== 206) throw failed(`The server answered with status ${status}.`)
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '')
  const [first, last, total] = range ? range.slice(1).map(Number) : []
  const isRequested = first === start && total !== undefined && last === Math.min(start + partBytes, total) - 1
  if (!isRequested || last < first || body.length !== last - first + 1)
    throw failed('The server sent another part of the file than requested.')
  return { body, total, version: versionOf(headers) }
}

/** A weak tag does not identify the bytes. */
function versionOf(headers: Record<string, string>): string | undefined {
  const tag = headers['etag']
  return tag !== undefined && /^"[\x21\x23-\x7e]{1,200}"$/.test(tag) ? tag : undefined
}

async function attempt<T>(signal: AbortSignal | undefined, fetch: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await fetch()
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const { code, retryable, message } = error as { code?: string; retryable?: boolean; message: string }
      if (code === 'address_refused') throw new PackError('address_refused', message, { cause: error })
      if (retryable !== true || attempts >= maxAttempts) throw failed(message, error)
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

async function write(path: string, body: Uint8Array, position: number): Promise<void> {
  await using file = await open(path, constants.O_WRONLY | constants.O_CREAT)
  for (let written = 0; written < body.length; )
    written += (await file.write(body, written, body.length - written, position + written)).bytesWritten
}
