// What a freeform message is made of: text in parts, or a medium with its caption and what is too long for one.

import type { LoadedMedia } from '../media/load-media.ts'
import type { MediaKind } from '../media/media-type.ts'
import type { Dispatch } from './dispatch.ts'
import { splitText } from './split-text.ts'

/** Of the channel, in characters. */
const longestCaption = 1024

const captioned: readonly MediaKind[] = ['image', 'video', 'document']

type Freeform = Extract<Dispatch['content'], { kind: 'freeform' }>

/** Audio carries no text, so that it is dropped; a sticker shows none, so that it follows. */
export function composeFreeform(message: string | undefined, media: LoadedMedia | undefined): Freeform {
  const said = media?.kind === 'audio' ? '' : (message ?? '')
  if (!media) return { kind: 'freeform', texts: splitText(said), text: said }
  const label = media.kind === 'document' ? `[document ${media.filename}]` : `[${media.kind}]`
  const text = said === '' ? label : `${label} ${said}`
  const fits = said.length <= longestCaption && (said === '' || captioned.includes(media.kind))
  return { kind: 'freeform', texts: fits ? [said] : ['', ...splitText(said)], media, text }
}
