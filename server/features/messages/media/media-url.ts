// Where the carrier fetches a file of ours, as long as its token is good.
import type { AppContext } from '#server/platform/context/context.ts'

export const mediaUrlOf = ({ settings }: Pick<AppContext, 'settings'>, token: string): string =>
  `${settings.publicUrl}/media/${token}`
