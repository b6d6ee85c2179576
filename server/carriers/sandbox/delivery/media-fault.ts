// Fetches a message's media as the channel does, HEAD then GET, and says what is wrong with it.
import { parseAddress } from '../core/addresses.ts'
import type { Exchange } from '../core/exchange.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'

const kilobyte = 2 ** 10
const megabyte = 2 ** 20

/** Largest size by type of what WhatsApp carries. */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^image\/(?:jpeg|png)$/, 5 * megabyte],
  [/^image\/webp$/, 100 * kilobyte],
  [/^audio\/(?:mpeg|mp4|aac|amr|ogg)$/, 16 * megabyte],
  [/^video\/(?:mp4|3gpp)$/, 16 * megabyte],
  [
    /^application\/(?:pdf|msword|vnd\.ms-(?:excel|powerpoint)|vnd\.openxmlformats-officedocument\.[\w.]+)$/,
    16 * megabyte,
  ],
  [/^text\/(?:plain|vcard|x-vcard)$/, 16 * megabyte],
]

const patienceMs = 15_000

/** 63019 when it cannot be fetched, 63021 when it is not what the channel carries. Good media are kept. */
export async function findMediaFault(exchange: Exchange, message: Message): Promise<number | undefined> {
  if (message.mediaUrls.length === 0) return undefined
  const isWhatsApp = parseAddress(message.to).channel === 'whatsapp'
  if (isWhatsApp && message.mediaUrls.length > 1) return 63005
  for (const url of message.mediaUrls) {
    const found = await fetchMedia(url)
    if (typeof found === 'number') return found
    const most = mostOf(found)
    if (isWhatsApp && (most === undefined || found.bytes.length > most || lies(found.contentType, found.bytes)))
      return 63021
    const sid = newSid('ME')
    exchange.state.saveMedia({ sid, messageSid: message.sid, createdAtMs: exchange.timetable.nowMs(), ...found })
    message.mediaSids.push(sid)
  }
  return undefined
}

const largestMovingSticker = 500 * kilobyte

function mostOf({ contentType, bytes }: Fetched): number | undefined {
  const isMoving = bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
  if (contentType === 'image/webp' && isMoving) return largestMovingSticker
  return limits.find(([type]) => type.test(contentType))?.[1]
}

interface Fetched {
  contentType: string
  filename: string | null
  bytes: Buffer
}

async function fetchMedia(url: string): Promise<Fetched | number> {
  const headers = { 'user-agent': 'TwilioProxy/1.1' }
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const head = await fetch(url, { method: 'HEAD', headers, signal })
    await head.body?.cancel()
    if (!head.ok) return 63019
    const reply = await fetch(url, { headers, signal })
    if (!reply.ok) return 63019
    const contentType = (reply.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const promised = (head.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const bytes = await readAtMost(reply, 16 * megabyte)
    if (!bytes || bytes.length === 0 || contentType !== promised) return 63021
    const filename = /filename="?([^";]+)"?/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? null
    return { contentType, filename, bytes }
  } catch {
    return 63019
  }
}

async function readAtMost(reply: Response, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    length += chunk.length
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const beginnings: readonly (readonly [string, string])[] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['application/pdf', '25504446'],
  ['audio/ogg', '4f676753'],
  ['image/gif', '47494638'],
]

/** What begins like one known type may not be called another, and what is called one must begin like it. */
function lies(contentType: string, bytes: Buffer): boolean {
  const start = bytes.subarray(0, 16).toString('hex')
  const known = beginnings.find(([, beginning]) => start.startsWith(beginning))?.[0]
  if (known !== undefined) return known !== contentType
  return beginnings.some(([type]) => type === contentType)
}
