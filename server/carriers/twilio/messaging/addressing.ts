// Converts addresses of messages: the carrier prefixes them with the channel.
import type { Channel } from '#server/ports/carrier.ts'

const chatappPrefix = 'whatsapp:'

export function toAddress(channel: Channel, bare: string): string {
  return channel === 'chatapp' ? chatappPrefix + bare : bare
}

/** Undefined for channels that Parley does not support. */
export function splitAddress(address: string): { channel: Channel; bare: string } | undefined {
  if (address.startsWith(chatappPrefix)) {
    const bare = address.slice(chatappPrefix.length)
    return bare === '' ? undefined : { channel: 'chatapp', bare }
  }
  return address === '' || /^[a-z_]+:/i.test(address) ? undefined : { channel: 'sms', bare: address }
}

/** Removes any prefix. */
export function bareAddress(address: string): string {
  return address.replace(/^[a-z_]+:/i, '')
}
