// The token that admits the carrier's media connection of one call, once.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Settings } from '#server/platform/context/settings.ts'

export const createMediaToken = (): string => randomBytes(24).toString('base64url')

/** Always the same for one call, so a repeated request gets it again. */
export const mediaTokenOf = ({ masterKey }: Pick<Settings, 'masterKey'>, uuid: string): string =>
  createHmac('sha256', masterKey).update(`media token ${uuid}`).digest('base64url')

/** Only the hash is stored. */
export const hashMediaToken = (token: string): Buffer => createHash('sha256').update(token).digest()
