// The manifest of accounts.
import type { Feature } from '#server/platform/feature.ts'
import { accountHandlers } from './routes.ts'

export const accounts = {
  name: 'accounts',
  handlers: { accounts: accountHandlers },
} satisfies Feature
