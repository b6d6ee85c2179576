// Writes our session descriptions: one line of audio, and refused lines (RFC 8866, section 5).
import { isIPv6 } from 'node:net'
import type { LocalDescription, LocalLine, LocalMedia } from './agreement.ts'
import { writeCrypto } from './crypto.ts'
import type { MediaDescription } from './description.ts'

export type Unwritten = Omit<LocalDescription, 'text' | 'version' | 'sessionId'>

/** The version in `o=` rises by one if anything has changed, and only then (RFC 3264, section 8). */
export function writeDescription(description: Unwritten, media: LocalMedia): LocalDescription {
  const { previous, sessionId } = media
  const version = previous?.version ?? 1
  const unchanged = textOf(description, media, version)
  if (previous === undefined || unchanged === previous.text)
    return { ...description, sessionId, version, text: unchanged }
  return { ...description, sessionId, version: version + 1, text: textOf(description, media, version + 1) }
}

/** A line that is refused keeps its kind, protocol and formats, and has port 0 (RFC 3264, section 6). */
export const refusedLine = ({ kind, protocol, formats }: MediaDescription): LocalLine => ({
  kind: 'refused',
  text: `m=${kind} 0 ${protocol} ${formats.join(' ')}`,
})

function textOf(description: Unwritten, media: LocalMedia, version: number): string {
  const address = `IN ${isIPv6(media.address) ? 'IP6' : 'IP4'} ${media.address}`
  const head = ['v=0', `o=- ${media.sessionId} ${version} ${address}`, 's=-', `c=${address}`, 't=0 0']
  const lines = description.lines.flatMap((line) =>
    line.kind === 'audio' ? audioLines(description, media) : [line.text],
  )
  return `${[...head, ...lines].join('\r\n')}\r\n`
}

function audioLines(description: Unwritten, { port, rtcpPort }: LocalMedia): string[] {
  const { codecs, events, protocol, crypto, direction, hasRtcpMux } = description
  const types = [...codecs.map(({ payloadType }) => payloadType), ...(events === undefined ? [] : [events])]
  return [
    `m=audio ${port} ${protocol} ${types.join(' ')}`,
    // Some carriers insist on maps of static types, which are optional.
    ...codecs.map(({ name, payloadType }) => `a=rtpmap:${payloadType} ${name}/8000`),
    ...(events === undefined ? [] : [`a=rtpmap:${events} telephone-event/8000`, `a=fmtp:${events} 0-15`]),
    'a=ptime:20',
    ...(rtcpPort !== undefined && rtcpPort !== port + 1 ? [`a=rtcp:${rtcpPort}`] : []),
    ...(hasRtcpMux ? ['a=rtcp-mux'] : []),
    ...crypto.map(writeCrypto),
    `a=${direction}`,
  ]
}
