// The manifest of members.
import type { Feature } from '#server/platform/feature.ts'
import { memberJobs } from './later-jobs.ts'
import { memberHandlers, operatorHandlers } from './routes.ts'
import { sessionHandlers } from './session-routes.ts'
import { signInPages } from './sign-in-pages.ts'
import { deleteExpired } from './store-sessions.ts'

export const members = {
  name: 'members',
  handlers: { members: memberHandlers, operators: operatorHandlers, session: sessionHandlers },
  callbacks: signInPages,
  jobs: memberJobs,
  crons: [{ name: 'members.delete-expired', match: '23 * * * *', run: ({ db }) => deleteExpired(db) }],
} satisfies Feature
