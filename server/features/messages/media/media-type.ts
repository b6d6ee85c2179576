// Detects the type of a media file from its bytes, and defines the size limits of the channel.
import { readTrackHandlers } from './mp4-tracks.ts'

export type MediaKind = 'image' | 'sticker' | 'audio' | 'video' | 'document'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

const maxBytesByKind: Readonly<Record<MediaKind, number>> = {
  image: 5 * megabyte,
  sticker: 100 * kilobyte,
  audio: 16 * megabyte,
  video: 16 * megabyte,
  document: 16 * megabyte,
}
const maxAnimatedStickerBytes = 500 * kilobyte
export const maxMediaBytes = 16 * megabyte

export function maxBytesOf(kind: MediaKind, bytes: Uint8Array): number {
  return kind === 'sticker' && isAnimatedWebP(bytes) ? maxAnimatedStickerBytes : maxBytesByKind[kind]
}

/** The extended header has an animation flag. https://developers.google.com/speed/webp/docs/riff_container */
function isAnimatedWebP(bytes: Uint8Array): boolean {
  const isExtended = Buffer.from(bytes.subarray(12, 16)).toString('latin1') === 'VP8X'
  return isExtended && ((bytes[20] ?? 0) & 0x02) !== 0
}

export interface MediaType {
  contentType: string
  kind: MediaKind
  extension: string
}

const mediaTypes = {
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

type SupportedType = keyof typeof mediaTypes

/** Returns undefined for an unsupported type. */
export const extensionOf = (contentType: string): string | undefined =>
  Object.hasOwn(mediaTypes, contentType) ? mediaTypes[contentType as SupportedType][1] : undefined

/** Declared content types that are accepted as text. */
export const textTypes = /^text\/(?:plain|vcard|x-vcard)$/

/** The supported types, for error messages. */
export const supportedTypes =
  'JPEG, PNG, WebP, MP3, M4A, AAC, AMR, OGG with Opus, MP4, 3GP, PDF, Word, Excel, PowerPoint, plain text or vCard'

/**
 * Returns undefined for types that the channel does not support. The declared content type matters only where the bytes
 * are ambiguous: for old Office formats, which look the same; for text, so that HTML is not accepted as text; and for
 * MP4 files with only audio tracks.
 */
export function mediaTypeOf(bytes: Uint8Array, declared: string | undefined): MediaType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const declaredType = declared?.split(';')[0]?.trim().toLowerCase()
  const type = detectType(head, bytes, declaredType)
  return type && { contentType: type, kind: mediaTypes[type][0], extension: mediaTypes[type][1] }
}

const headBytes = 4096

function detectType(head: Buffer, bytes: Uint8Array, declared: string | undefined): SupportedType | undefined {
  const startsWith = (hex: string): boolean => head.subarray(0, hex.length / 2).toString('hex') === hex
  const hasText = (text: string, at = 0): boolean => head.subarray(at, at + text.length).toString('latin1') === text
  if (startsWith('ffd8ff')) return 'image/jpeg'
  if (startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hasText('RIFF') && hasText('WEBP', 8)) return 'image/webp'
  if (hasText('%PDF-')) return 'application/pdf'
  if (hasText('OggS')) return head.includes('OpusHead') ? 'audio/ogg' : undefined
  if (hasText('#!AMR')) return 'audio/amr'
  if (hasText('ftyp', 4)) return detectMp4(bytes, head.subarray(8, 12).toString('latin1'), declared)
  if (hasText('ID3')) return 'audio/mpeg'
  if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0) return 'audio/aac'
  if (head[0] === 0xff && (head[1]! & 0xe6) === 0xe2) return 'audio/mpeg'
  if (startsWith('d0cf11e0a1b11ae1')) return detectOldOffice(declared)
  if (startsWith('504b0304')) return detectOfficeXml(bytes)
  return detectText(bytes, declared)
}

function detectMp4(bytes: Uint8Array, brand: string, declared: string | undefined): SupportedType | undefined {
  const type = typeOfBrand(brand)
  if (!type?.startsWith('video/') || !declared?.startsWith('audio/')) return type
  const tracks = readTrackHandlers(bytes)
  return tracks.has('soun') && !tracks.has('vide') ? 'audio/mp4' : type
}

function typeOfBrand(brand: string): SupportedType | undefined {
  if (/^M4[AB]/.test(brand)) return 'audio/mp4'
  if (/^3g[egp2]/.test(brand)) return 'video/3gpp'
  return /^(?:isom|iso\d|mp4\d|avc1|M4V |dash|MSNV)$/.test(brand) ? 'video/mp4' : undefined
}

function detectOldOffice(declared: string | undefined): SupportedType | undefined {
  const types = ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'] as const
  return types.find((type) => type === declared)
}

/** Office Open XML is a ZIP archive; the names of its entries show the kind of document. */
function detectOfficeXml(bytes: Uint8Array): SupportedType | undefined {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!names.includes('[Content_Types].xml')) return undefined
  const prefix = 'application/vnd.openxmlformats-officedocument'
  if (names.includes('word/document.xml')) return `${prefix}.wordprocessingml.document`
  if (names.includes('xl/workbook.xml')) return `${prefix}.spreadsheetml.sheet`
  return names.includes('ppt/presentation.xml') ? `${prefix}.presentationml.presentation` : undefined
}

function detectText(bytes: Uint8Array, declared: string | undefined): SupportedType | undefined {
  if (declared === undefined || !textTypes.test(declared) || bytes.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\u0000')) return undefined
    return declared !== 'text/plain' && /^\s*BEGIN:VCARD/i.test(text) ? 'text/vcard' : 'text/plain'
  } catch {
    return declared === 'text/plain' && isSingleByteText(bytes) ? 'text/plain' : undefined
  }
}

/** Latin-1 and similar encodings, which the channel accepts. UTF-16 fails the test because it contains zero bytes. */
function isSingleByteText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d))
}
