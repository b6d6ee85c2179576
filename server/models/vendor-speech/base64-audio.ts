// Decodes the audio that speech vendors send in JSON messages.

/** Undefined if there is no audio. */
export function decodeBase64Audio(base64: unknown): Uint8Array | undefined | 'unreadable' {
  if (base64 === undefined || base64 === null || base64 === '') return undefined
  if (typeof base64 !== 'string') return 'unreadable'
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips invalid characters.
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return bytes.length === (base64.length / 4) * 3 - padding ? bytes : 'unreadable'
}
