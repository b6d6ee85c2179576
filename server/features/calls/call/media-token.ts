// The token that admits the carrier's media connection of one call, once.
import { createHash, randomBytes } from 'node:crypto'
import type { Settings } from '#server/platform/context/settings.ts'
import type { MediaTarget } from '#server/ports/voice-carrier.ts'

export const createMediaToken = (): string => randomBytes(24).toString('base64url')

/** Only the hash is stored. */
export const hashMediaToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const mediaTargetOf = ({ mediaUrl }: Pick<Settings, 'mediaUrl'>, token: string): MediaTarget => ({
  url: mediaUrl,
  token,
})
