// Composes a freeform message: text in one or more parts, or media with a caption.
import type { LoadedMedia } from '../media/load-media.ts'
import type { MediaKind } from '../media/media-type.ts'
import type { Dispatch } from './dispatch.ts'
import { splitText } from './split-text.ts'

/** The channel's limit in characters. */
const maxCaptionLength = 1024

const kindsWithCaption: readonly MediaKind[] = ['image', 'video', 'document']

type Freeform = Extract<Dispatch['content'], { kind: 'freeform' }>

/** The text of audio is dropped. The text of a sticker, and text that is too long for a caption, follows in parts. */
export function composeFreeform(message: string | undefined, media: LoadedMedia | undefined): Freeform {
  const body = media?.kind === 'audio' ? '' : (message ?? '')
  if (!media) return { kind: 'freeform', texts: splitText(body), text: body }
  const label = media.kind === 'document' ? `[document ${media.filename}]` : `[${media.kind}]`
  const text = body === '' ? label : `${label} ${body}`
  const fits = body.length <= maxCaptionLength && (body === '' || kindsWithCaption.includes(media.kind))
  return { kind: 'freeform', texts: fits ? [body] : ['', ...splitText(body)], media, text }
}
