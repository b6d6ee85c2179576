// The public URL of a file, which is valid as long as its token.
import type { AppContext } from '#server/platform/context/context.ts'

export const mediaUrlOf = ({ settings }: Pick<AppContext, 'settings'>, token: string): string =>
  `${settings.publicUrl}/media/${token}`
