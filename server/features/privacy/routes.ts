// HTTP handlers for personal data.
import type { privacy } from '#contract/privacy.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { presentRetention } from './present.ts'
import { getRetention, setRetention } from './retention/set-retention.ts'

export const privacyHandlers = (all: readonly PersonalData[]): Handlers<typeof privacy> => ({
  getRetention: async (ctx) => presentRetention(await getRetention(ctx), all, ctx.settings),
  setRetention: async (ctx, { body }) => presentRetention(await setRetention(ctx, all, body), all, ctx.settings),
})
