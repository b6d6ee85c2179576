// Fetches and validates a message's media as the channel does: HEAD, then GET.
import { parseAddress } from '../core/addresses.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSid } from '../core/sids.ts'
import type { Message } from '../core/state.ts'
import { readAtMost } from '../core/tunnels.ts'

const kilobyte = 2 ** 10
const megabyte = 2 ** 20

/** The media types that WhatsApp accepts, with their size limits. */
const maxBytesByType: readonly (readonly [RegExp, number])[] = [
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

/** Returns 63019 if a file cannot be fetched and 63021 if the channel does not accept it; stores valid files. */
export async function findMediaError(context: SandboxContext, message: Message): Promise<number | undefined> {
  if (message.mediaUrls.length === 0) return undefined
  const isWhatsApp = parseAddress(message.to).channel === 'whatsapp'
  if (isWhatsApp && message.mediaUrls.length > 1) return 63005
  for (const url of message.mediaUrls) {
    const found = await fetchMedia(url)
    if (typeof found === 'number') return found
    const maxBytes = maxBytesOf(found)
    if (
      isWhatsApp &&
      (maxBytes === undefined || found.bytes.length > maxBytes || isMislabelled(found.contentType, found.bytes))
    )
      return 63021
    const sid = newSid('ME')
    context.state.saveMedia({ sid, messageSid: message.sid, createdAtMs: context.scheduler.nowMs(), ...found })
    message.mediaSids.push(sid)
  }
  return undefined
}

function maxBytesOf({ contentType, bytes }: Fetched): number | undefined {
  const isAnimated = bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
  if (contentType === 'image/webp' && isAnimated) return 500 * kilobyte
  return maxBytesByType.find(([type]) => type.test(contentType))?.[1]
}

interface Fetched {
  contentType: string
  filename: string | null
  bytes: Buffer
}

async function fetchMedia(url: string): Promise<Fetched | number> {
  const headers = { 'user-agent': 'TwilioProxy/1.1' }
  const signal = AbortSignal.timeout(15_000)
  try {
    const head = await fetch(url, { method: 'HEAD', headers, signal })
    await head.body?.cancel()
    if (!head.ok) return 63019
    const reply = await fetch(url, { headers, signal })
    if (!reply.ok) return 63019
    const contentType = (reply.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const headType = (head.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const bytes = await readAtMost(reply, 16 * megabyte)
    if (!bytes || bytes.length === 0 || contentType !== headType) return 63021
    const filename = /filename="?([^";]+)"?/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? null
    return { contentType, filename, bytes }
  } catch {
    return 63019
  }
}

const magicBytes: readonly (readonly [string, string])[] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['application/pdf', '25504446'],
  ['audio/ogg', '4f676753'],
  ['image/gif', '47494638'],
]

/** Whether the first bytes contradict the content type. */
function isMislabelled(contentType: string, bytes: Buffer): boolean {
  const start = bytes.subarray(0, 16).toString('hex')
  const known = magicBytes.find(([, magic]) => start.startsWith(magic))?.[0]
  if (known !== undefined) return known !== contentType
  return magicBytes.some(([type]) => type === contentType)
}
