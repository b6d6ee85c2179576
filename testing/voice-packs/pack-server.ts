// An HTTP server that sends one file, whole or in parts, and fails on request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256Of } from './make-voice-pack.ts'

export interface PackServer extends AsyncDisposable {
  url: string
  /** The parts that were requested, such as `0-8388607`. */
  ranges: string[]
  /** The file that is sent. */
  file: Uint8Array
  /** Whether parts are sent. Default: true. */
  sendsParts: boolean
  /** The most bytes of a part. Default: as requested. */
  maxPartBytes: number | undefined
  /** Connections break before this byte of the file. */
  breaksBefore: number | undefined
  /** Called when a part is requested. */
  onRange: ((start: number) => void) | undefined
  /** Parts other than the first wait for it. */
  waitsFor: Promise<void> | undefined
}

export async function startPackServer(file: Uint8Array): Promise<PackServer> {
  const server = createServer(async (request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const tag = `"${sha256Of(pack.file).slice(0, 16)}"`
    const isOther = request.headers['if-range'] !== undefined && request.headers['if-range'] !== tag
    response.setHeader('etag', tag)
    if (range) pack.ranges.push(`${range[1]}-${range[2]}`)
    if (!range || !pack.sendsParts || isOther) {
      response.end(pack.file)
      return
    }
    const start = Number(range[1])
    if (start >= pack.file.length) {
      response.writeHead(416, { 'content-range': `bytes */${pack.file.length}` }).end()
      return
    }
    const requested = Math.min(Number(range[2]), pack.file.length - 1)
    const end = Math.min(requested, start + (pack.maxPartBytes ?? pack.file.length) - 1)
    pack.onRange?.(start)
    if (start > 0) await pack.waitsFor
    const { length } = pack.file
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${length}`, 'content-length': end - start + 1 })
    if (pack.breaksBefore === undefined || end < pack.breaksBefore) {
      response.end(pack.file.subarray(start, end + 1))
      return
    }
    response.write(pack.file.subarray(start, pack.breaksBefore), () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pack: PackServer = {
    url: `http://127.0.0.1:${port}/packs/pack.tar`,
    ranges: [],
    file,
    sendsParts: true,
    maxPartBytes: undefined,
    breaksBefore: undefined,
    onRange: undefined,
    waitsFor: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return pack
}
