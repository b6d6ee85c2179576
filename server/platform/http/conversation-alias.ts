// Replaces the ids of conversations for callers who may not read them: with its id, a visitor reads a website conversation.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const blockCipher = 'aes-128-ecb'
const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi

export interface ConversationAliases {
  /** Replaces every UUID in the text. */
  hide(text: string): string
  /** The inverse of `hide` for one UUID. */
  reveal(alias: string): string
}

/**
 * A UUID has the size of one block, so its alias is its encryption. Values that are not valid UUIDs are encrypted again
 * until one is, which keeps the mapping a bijection (cycle walking).
 */
export function conversationAliases(masterKey: Uint8Array): ConversationAliases {
  const key = createHmac('sha256', masterKey).update('conversation aliases').digest().subarray(0, 16)
  const encrypt = (block: Buffer): Buffer => {
    const cipher = createCipheriv(blockCipher, key, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(block), cipher.final()])
  }
  const decrypt = (block: Buffer): Buffer => {
    const decipher = createDecipheriv(blockCipher, key, null).setAutoPadding(false)
    return Buffer.concat([decipher.update(block), decipher.final()])
  }
  return {
    hide: (text) => text.replace(uuidPattern, (uuid) => walk(uuid, encrypt)),
    reveal: (alias) => walk(alias, decrypt),
  }
}

function walk(uuid: string, step: (block: Buffer) => Buffer): string {
  let block = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  do block = Buffer.from(step(block))
  while (!isUuidBlock(block))
  return block.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const isUuidBlock = (block: Buffer): boolean => {
  const version = block[6]! >> 4
  return version >= 1 && version <= 8 && block[8]! >> 6 === 0b10
}
