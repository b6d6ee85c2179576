// What a customer's message reads like in the history of the conversation, and to the assistant.
import type { InboundMessage } from '#server/ports/carrier.ts'

const kinds: readonly [type: RegExp, kind: string][] = [
  [/^image\/webp$/, 'sticker'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^text\/(?:x-)?vcard$/, 'contact'],
]

/** A mark on a message: nothing was said. The channel opens no window by it. */
export const isReaction = ({ messageType }: Pick<InboundMessage, 'messageType'>): boolean => messageType === 'reaction'

/** Things that are no text stand in brackets: `[image] The broken lid`. */
export function inboundText(
  message: Pick<InboundMessage, 'body' | 'buttonText' | 'media' | 'location' | 'messageType'>,
) {
  const { body, buttonText, media, location, messageType } = message
  if (isReaction(message)) return `[${`reaction ${body}`.trim()}]`
  const things = media.map(({ contentType }) => `[${kindOf(contentType)}]`)
  if (location) things.push(locationText(location))
  const said = body.trim() === '' ? (buttonText ?? '') : body
  const text = [...things, ...(said.trim() === '' ? [] : [said])].join(' ')
  return text === '' ? `[${messageType ?? 'message'}]` : text
}

function kindOf(contentType: string | null): string {
  return kinds.find(([type]) => type.test(contentType ?? ''))?.[1] ?? 'document'
}

function locationText({ latitude, longitude, label, address }: NonNullable<InboundMessage['location']>): string {
  const names = [label, address].filter((name) => name !== null)
  return `[location ${[...names, `${latitude}, ${longitude}`].join(', ')}]`
}
