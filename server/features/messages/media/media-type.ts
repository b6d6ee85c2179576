// What a file is, read from its bytes, and how large the channel lets it be.
import { trackHandlersOf } from './mp4-tracks.ts'

export type MediaKind = 'image' | 'sticker' | 'audio' | 'video' | 'document'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

const largestBytes: Readonly<Record<MediaKind, number>> = {
  image: 5 * megabyte,
  sticker: 100 * kilobyte,
  audio: 16 * megabyte,
  video: 16 * megabyte,
  document: 16 * megabyte,
}
const largestMovingSticker = 500 * kilobyte
export const largestOfAll = 16 * megabyte

/** How large the channel lets a file of that kind be. */
export function largestBytesOf(kind: MediaKind, bytes: Uint8Array): number {
  return kind === 'sticker' && isAnimatedWebP(bytes) ? largestMovingSticker : largestBytes[kind]
}

/** By the flag in the header that WebP has for all that a plain picture is not. */
function isAnimatedWebP(bytes: Uint8Array): boolean {
  const isExtended = Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8X'
  return isExtended && ((bytes[20] ?? 0) & 0x02) !== 0
}

export interface MediaType {
  contentType: string
  kind: MediaKind
  extension: string
}

const known = {
  'image/jpeg': ['image', 'jpg'],
  'image/png': ['image', 'png'],
  'image/webp': ['sticker', 'webp'],
  'audio/mpeg': ['audio', 'mp3'],
  'audio/mp4': ['audio', 'm4a'],
  'audio/aac': ['audio', 'aac'],
  'audio/amr': ['audio', 'amr'],
  'audio/ogg': ['audio', 'ogg'],
  'video/mp4': ['video', 'mp4'],
  'video/3gpp': ['video', '3gp'],
  'application/pdf': ['document', 'pdf'],
  'application/msword': ['document', 'doc'],
  'application/vnd.ms-excel': ['document', 'xls'],
  'application/vnd.ms-powerpoint': ['document', 'ppt'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['document', 'docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['document', 'xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['document', 'pptx'],
  'text/plain': ['document', 'txt'],
  'text/vcard': ['document', 'vcf'],
} as const satisfies Record<string, readonly [MediaKind, string]>

type KnownType = keyof typeof known

/** For a type that the channel carries. */
export const extensionOf = (contentType: string): string | undefined =>
  Object.hasOwn(known, contentType) ? known[contentType as KnownType][1] : undefined

/** What is called so, is read as text. */
export const textLike = /^text\/(?:plain|vcard|x-vcard)$/

/** The types above, as a person calls them. */
export const carriedTypes =
  'JPEG, PNG, WebP, MP3, M4A, AAC, AMR, OGG with Opus, MP4, 3GP, PDF, Word, Excel, PowerPoint, plain text or vCard'

/**
 * Undefined for what the channel does not carry. What its sender says of it counts where bytes cannot tell: for the
 * old office formats, which look the same, for text, which must be called text, so that no web page passes for it, and
 * for MP4 that is called audio and has sound alone.
 */
export function mediaTypeOf(bytes: Uint8Array, declared: string | undefined): MediaType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const said = declared?.split(';')[0]?.trim().toLowerCase()
  const type = fromBytes(head, bytes, said)
  return type && { contentType: type, kind: known[type][0], extension: known[type][1] }
}

const headBytes = 4096

function fromBytes(head: Buffer, bytes: Uint8Array, said: string | undefined): KnownType | undefined {
  const begins = (hex: string, at = 0): boolean => head.subarray(at, at + hex.length / 2).toString('hex') === hex
  const reads = (text: string, at = 0): boolean => head.subarray(at, at + text.length).toString('latin1') === text
  if (begins('ffd8ff')) return 'image/jpeg'
  if (begins('89504e470d0a1a0a')) return 'image/png'
  if (reads('RIFF') && reads('WEBP', 8)) return 'image/webp'
  if (reads('%PDF-')) return 'application/pdf'
  if (reads('OggS')) return head.includes('OpusHead') ? 'audio/ogg' : undefined
  if (reads('#!AMR')) return 'audio/amr'
  if (reads('ftyp', 4)) return asMp4(bytes, head.subarray(8, 12).toString('latin1'), said)
  if (reads('ID3')) return 'audio/mpeg'
  if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0) return 'audio/aac'
  if (head[0] === 0xff && (head[1]! & 0xe6) === 0xe2) return 'audio/mpeg'
  if (begins('d0cf11e0a1b11ae1')) return oldOffice(said)
  if (begins('504b0304')) return newOffice(bytes)
  return asText(bytes, said)
}

function asMp4(bytes: Uint8Array, brand: string, said: string | undefined): KnownType | undefined {
  const type = ofBrand(brand)
  if (!type?.startsWith('video/') || !said?.startsWith('audio/')) return type
  const tracks = trackHandlersOf(bytes)
  return tracks.has('soun') && !tracks.has('vide') ? 'audio/mp4' : type
}

function ofBrand(brand: string): KnownType | undefined {
  if (/^M4[AB]/.test(brand)) return 'audio/mp4'
  if (/^3g[egp2]/.test(brand)) return 'video/3gpp'
  return /^(?:isom|iso\d|mp4\d|avc1|M4V |dash|MSNV)$/.test(brand) ? 'video/mp4' : undefined
}

function oldOffice(said: string | undefined): KnownType | undefined {
  const kinds = ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'] as const
  return kinds.find((kind) => kind === said)
}

/** A ZIP whose entries are named as those of one kind of document; the names stand in clear. */
function newOffice(bytes: Uint8Array): KnownType | undefined {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!names.includes('[Content_Types].xml')) return undefined
  const prefix = 'application/vnd.openxmlformats-officedocument'
  if (names.includes('word/document.xml')) return `${prefix}.wordprocessingml.document`
  if (names.includes('xl/workbook.xml')) return `${prefix}.spreadsheetml.sheet`
  return names.includes('ppt/presentation.xml') ? `${prefix}.presentationml.presentation` : undefined
}

function asText(bytes: Uint8Array, said: string | undefined): KnownType | undefined {
  if (said === undefined || !textLike.test(said) || bytes.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\u0000')) return undefined
    return said !== 'text/plain' && /^\s*BEGIN:VCARD/i.test(text) ? 'text/vcard' : 'text/plain'
  } catch {
    return said === 'text/plain' && isOneByteText(bytes) ? 'text/plain' : undefined
  }
}

/** Latin-1 and its like, which the channel carries as they are; two bytes a character would bring zeros. */
function isOneByteText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d))
}
