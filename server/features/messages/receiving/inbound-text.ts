// The text of an inbound message for the conversation's history and the assistant.
import type { InboundMessage } from '#server/ports/carrier.ts'

const kinds: readonly [type: RegExp, kind: string][] = [
  [/^image\/webp$/, 'sticker'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^text\/(?:x-)?vcard$/, 'contact'],
]

/** An emoji reaction to a message. It does not open the messaging window. */
export const isReaction = ({ messageType }: Pick<InboundMessage, 'messageType'>): boolean => messageType === 'reaction'

/** Describes media, locations and reactions in brackets: `[image] The broken lid`. */
export function inboundText(
  message: Pick<InboundMessage, 'body' | 'buttonText' | 'media' | 'location' | 'messageType'>,
) {
  const { body, buttonText, media, location, messageType } = message
  if (isReaction(message)) return `[${`reaction ${body}`.trim()}]`
  const labels = media.map(({ contentType }) => `[${kindOf(contentType)}]`)
  if (location) labels.push(locationText(location))
  const words = body.trim() === '' ? (buttonText ?? '') : body
  const text = [...labels, ...(words.trim() === '' ? [] : [words])].join(' ')
  return text === '' ? `[${messageType ?? 'message'}]` : text
}

function kindOf(contentType: string | null): string {
  return kinds.find(([type]) => type.test(contentType ?? ''))?.[1] ?? 'document'
}

function locationText({ latitude, longitude, label, address }: NonNullable<InboundMessage['location']>): string {
  const names = [label, address].filter((name) => name !== null)
  return `[location ${[...names, `${latitude}, ${longitude}`].join(', ')}]`
}
