// A message's two ends as the carrier writes them: the channel is a prefix of the address.
import type { Channel } from '#server/ports/carrier.ts'

const chatappPrefix = 'whatsapp:'

export function toAddress(channel: Channel, bare: string): string {
  return channel === 'chatapp' ? chatappPrefix + bare : bare
}

/** Undefined for channels that Parley does not serve. */
export function splitAddress(address: string): { channel: Channel; bare: string } | undefined {
  if (address.startsWith(chatappPrefix)) {
    const bare = address.slice(chatappPrefix.length)
    return bare === '' ? undefined : { channel: 'chatapp', bare }
  }
  return address === '' || /^[a-z_]+:/i.test(address) ? undefined : { channel: 'sms', bare: address }
}

/** Without its prefix, whatever that is. */
export function bareAddress(address: string): string {
  return address.replace(/^[a-z_]+:/i, '')
}
