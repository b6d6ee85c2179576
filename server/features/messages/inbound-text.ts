// What a customer's message reads like in the history of the conversation, and to the assistant.
import type { InboundMessage } from '#server/ports/carrier.ts'

const kinds = ['image', 'audio', 'video'] as const

/** Things that are no text stand in brackets: `[image] The broken lid`. */
export function inboundText(
  message: Pick<InboundMessage, 'body' | 'buttonText' | 'media' | 'location' | 'messageType'>,
) {
  const { body, buttonText, media, location, messageType } = message
  const things = media.map(({ contentType }) => `[${kindOf(contentType)}]`)
  if (location) things.push(locationText(location))
  const said = body.trim() === '' ? (buttonText ?? '') : body
  const text = [...things, ...(said.trim() === '' ? [] : [said])].join(' ')
  return text === '' ? `[${messageType ?? 'message'}]` : text
}

function kindOf(contentType: string | null): string {
  return kinds.find((kind) => contentType?.startsWith(`${kind}/`)) ?? 'document'
}

function locationText({ latitude, longitude, label, address }: NonNullable<InboundMessage['location']>): string {
  const names = [label, address].filter((name) => name !== null)
  return `[location ${[...names, `${latitude}, ${longitude}`].join(', ')}]`
}
