// HTTP handlers for signing in and out, and for what members change about themselves.
import type { session } from '#contract/account/session.ts'
import { isMailConfigured } from '#server/features/mail/index.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import type { Call, Handlers } from '#server/platform/http/route.ts'
import { sessionCookie, sessionSecretOf } from '#server/platform/http/session-cookie.ts'
import { changePassword, requestPasswordReset, resetPassword } from './own-password.ts'
import { changeName, confirmEmail, requestEmailChange } from './own-profile.ts'
import { endSession, switchAccount } from './own-sessions.ts'
import { presentSession, presentSessionState } from './present.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.ts'
import { completeSignIn, type SignedIn, signIn, signInByLink } from './sign-in.ts'
import { selectSessions } from './store-sessions.ts'

const clientOf = ({ headers }: Call) => ({ userAgent: headers['user-agent'] ?? '' })

/** Sets the cookie of a new session. */
export function replySignedIn(ctx: PublicContext, call: Call, { status, secret, validMs }: SignedIn) {
  const { publicUrl } = ctx.settings
  call.setHeader('set-cookie', sessionCookie(secret, { publicUrl, maxAgeSeconds: validMs / 1000 }))
  return { status }
}

export const sessionHandlers: Handlers<typeof session> = {
  get: (ctx) => presentSessionState(ctx),

  signIn: async (ctx, { body }, call) => replySignedIn(ctx, call, await signIn(ctx, body, clientOf(call))),

  sendCode: async (ctx, { body }, call) => {
    const secret = sessionSecretOf(call.headers, ctx.settings.publicUrl)
    return replySignedIn(ctx, call, await completeSignIn(ctx, { ...body, secret }, clientOf(call)))
  },

  useLink: async (ctx, { body }, call) => replySignedIn(ctx, call, await signInByLink(ctx, body.token, clientOf(call))),

  signOut: async (ctx, _input, call) => {
    await endSession(ctx, ctx.actor.sessionId)
    call.setHeader('set-cookie', sessionCookie('', { publicUrl: ctx.settings.publicUrl, maxAgeSeconds: 0 }))
    return { message: 'Signed out.' }
  },

  switchAccount: async (ctx, { body }) => presentSessionState(await switchAccount(ctx, body.account_id)),

  list: async (ctx) => {
    const rows = await selectSessions(ctx.db, ctx.actor.id)
    return { data: rows.map((row) => presentSession(row, ctx.actor.sessionId)) }
  },

  revoke: async (ctx, { params }) => {
    await endSession(ctx, params.id)
    return { message: 'Session ended.' }
  },

  changeProfile: async (ctx, { body }) => {
    await changeName(ctx, body.name)
    return presentSessionState(ctx)
  },

  requestEmailChange: async (ctx, { body }) => {
    await requestEmailChange(ctx, { email: body.email, current: body.current_password })
    return { message: 'A link is on its way to the new address.' }
  },

  confirmEmail: async (ctx, { body }) => {
    await confirmEmail(ctx, body.token)
    return { message: 'The email was changed. Sign in with it from now on.' }
  },

  changePassword: async (ctx, { body }) => {
    await changePassword(ctx, { current: body.current_password, password: body.password })
    return { message: 'Password changed.' }
  },

  startSecondFactor: (ctx, { body }) => startSecondFactor(ctx, body.password),

  confirmSecondFactor: async (ctx, { body }) => ({ recovery_codes: await confirmSecondFactor(ctx, body.code) }),

  removeSecondFactor: async (ctx, { body }) => {
    await removeSecondFactor(ctx, body.code)
    return { message: 'The authenticator app is no longer used.' }
  },

  requestPasswordReset: async (ctx, { body }) => {
    await requestPasswordReset(ctx, body.email)
    return {
      message: isMailConfigured(ctx)
        ? 'If a user with this email exists, a link is on its way.'
        : 'This installation sends no mail. Its operator can create a link with `parley member link`.',
    }
  },

  resetPassword: async (ctx, { body }) => {
    await resetPassword(ctx, body.token, body.password)
    return { message: 'Password changed. Sign in with it.' }
  },
}
