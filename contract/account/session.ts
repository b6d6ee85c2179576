// Endpoints for signing in and out, and for what members change about themselves.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message } from '../wire/fields.ts'
import { ofRecord, tooManyRequests } from '../wire/records.ts'
import { code, emailAddress, givenPassword, linkToken, password, personName, sessionState } from './members.ts'

const noLink = {
  LINK_NOT_FOUND: { status: 404, message: 'The link is not valid, was used before or has expired.' },
}
const wrongPassword = { WRONG_PASSWORD: { status: 422, message: 'The password is not correct.' } }
const weakPassword = {
  WEAK_PASSWORD: { status: 422, message: 'This password is too easy to guess. Choose a longer or less regular one.' },
}
const noSession = { status: 422, message: 'The email or the password is not correct.' }

/** The reply sets the session cookie. */
const signsIn = { auth: 'none', sameOrigin: true, audit: 'none' } as const
/** A signed-in member changes something about themselves. */
const ofMember = { auth: 'session', audit: 'action' } as const

const signedIn = z.object({
  status: z.enum(['signed_in', 'code_required']).meta({
    description: '`code_required`: send the code of the authenticator app to `POST /api/session/code`.',
  }),
})

const cookieText =
  'Sets the session cookie, which is `HttpOnly`, `SameSite=Lax` and, over HTTPS, `Secure`. Refused unless `Origin` or `Sec-Fetch-Site` shows that the request comes from a page of Parley.'

export const session = {
  get: endpoint('GET', '/api/session', {
    summary: 'Get the session',
    description: 'Returns the signed-in user, the account that the session acts for, and the role in it.',
    auth: 'session',
    reply: sessionState,
  }),

  signIn: endpoint('POST', '/api/session', {
    summary: 'Sign in',
    description: `${cookieText} The same response for an unknown email and a wrong password.`,
    ...signsIn,
    body: z.object({ email: emailAddress, password: givenPassword }),
    reply: signedIn,
    refusals: { SIGN_IN_FAILED: noSession, ...tooManyRequests },
  }),

  sendCode: endpoint('POST', '/api/session/code', {
    summary: 'Complete signing in with a code',
    description: `Five wrong codes end the attempt. ${cookieText}`,
    ...signsIn,
    body: z.object({ code }),
    reply: signedIn,
    refusals: {
      SIGN_IN_FAILED: { status: 422, message: 'The code is not correct, or the sign-in has expired.' },
      ...tooManyRequests,
    },
  }),

  useLink: endpoint('POST', '/api/session/link', {
    summary: 'Sign in with a link',
    description: `The link works once. ${cookieText}`,
    ...signsIn,
    body: z.object({ token: linkToken }),
    reply: signedIn,
    refusals: { ...noLink, ...tooManyRequests },
  }),

  signOut: endpoint('DELETE', '/api/session', {
    summary: 'Sign out',
    description: 'Ends the session and deletes its cookie.',
    ...ofMember,
    reply: message,
  }),

  switchAccount: endpoint('POST', '/api/session/account', {
    summary: 'Switch to another account',
    description:
      'To an account of which the user is a member. An operator of the installation can enter every account, as an owner; its audit log shows when, and what the operator did.',
    ...ofMember,
    body: z.object({ account_id: id }),
    reply: sessionState,
    refusals: { ACCOUNT_NOT_FOUND: { status: 404, message: 'Account not found.' } },
  }),

  list: endpoint('GET', '/api/sessions', {
    summary: 'List own sessions',
    description: 'Returns the sessions of the user in all accounts, the last used one first.',
    auth: 'session',
    reply: z.object({
      data: z.array(
        z.object({
          id,
          is_current: z.boolean(),
          remote_address: z.string(),
          user_agent: z.string(),
          created_at: isoMicros,
          last_used_at: isoMicros,
          expires_at: isoMicros,
        }),
      ),
    }),
  }),

  revoke: endpoint('DELETE', '/api/sessions/{id}', {
    summary: 'End one of the own sessions',
    description: 'Takes effect within five seconds on every process.',
    ...ofMember,
    ...ofRecord('SESSION_NOT_FOUND', 'Session not found.'),
    reply: message,
  }),

  changeProfile: endpoint('PUT', '/api/session/profile', {
    summary: 'Change the own name',
    auth: 'session',
    body: z.object({ name: personName }),
    reply: sessionState,
  }),

  requestEmailChange: endpoint('POST', '/api/session/email', {
    summary: 'Request another email',
    description:
      'Sends a link to the new address, which confirms it within an hour. Until then, the old address stays. `current_password` is needed unless the user has none. Without a mail server, an operator changes the address with `parley member email`.',
    ...ofMember,
    body: z.object({ email: emailAddress, current_password: givenPassword.optional() }),
    reply: message,
    refusals: {
      ...wrongPassword,
      ...tooManyRequests,
      MAIL_NOT_CONFIGURED: {
        status: 409,
        message: 'This installation sends no mail. Its operator can change the email with `parley member email`.',
      },
    },
  }),

  confirmEmail: endpoint('POST', '/api/email-changes/complete', {
    summary: 'Confirm another email with a link',
    description:
      'The user signs in with the new email from then on. Links that were sent to the old email stop working, and the old address is informed.',
    ...signsIn,
    body: z.object({ token: linkToken }),
    reply: message,
    refusals: {
      ...noLink,
      ...tooManyRequests,
      EMAIL_TAKEN: { status: 409, message: 'Another user has this email.' },
    },
  }),

  changePassword: endpoint('PUT', '/api/session/password', {
    summary: 'Change the own password',
    description: 'Ends all other sessions of the user. `current_password` is needed unless the user has none.',
    ...ofMember,
    body: z.object({ current_password: givenPassword.optional(), password }),
    reply: message,
    refusals: { ...wrongPassword, ...weakPassword, ...tooManyRequests },
  }),

  startSecondFactor: endpoint('POST', '/api/session/second-factor', {
    summary: 'Start using an authenticator app',
    description:
      'Returns a secret for an app that creates codes by RFC 6238. It is in use once a code has confirmed it.',
    ...ofMember,
    body: z.object({ password: givenPassword.optional() }),
    reply: z.object({
      secret: z.string().meta({ description: 'In Base32, for typing.' }),
      url: z.string().meta({ description: 'An `otpauth` URL, for a QR code.' }),
    }),
    refusals: {
      ...wrongPassword,
      ...tooManyRequests,
      SECOND_FACTOR_IN_USE: { status: 409, message: 'An authenticator app is already in use. Remove it first.' },
    },
  }),

  confirmSecondFactor: endpoint('POST', '/api/session/second-factor/confirm', {
    summary: 'Confirm the authenticator app',
    description: 'Returns recovery codes, which are shown only once. Each replaces a code of the app once.',
    ...ofMember,
    body: z.object({ code }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    refusals: { WRONG_CODE: { status: 422, message: 'The code is not correct.' }, ...tooManyRequests },
  }),

  removeSecondFactor: endpoint('POST', '/api/session/second-factor/remove', {
    summary: 'Stop using an authenticator app',
    description: 'Also deletes the recovery codes.',
    ...ofMember,
    body: z.object({ code }),
    reply: message,
    refusals: { WRONG_CODE: { status: 422, message: 'The code is not correct.' }, ...tooManyRequests },
  }),

  requestPasswordReset: endpoint('POST', '/api/password-resets', {
    summary: 'Request a link to set a new password',
    description:
      'Sends the link by email. The same response whether or not the user exists. Without a mail server, an operator creates the link with `parley member link`.',
    ...signsIn,
    body: z.object({ email: emailAddress }),
    reply: message,
    refusals: tooManyRequests,
  }),

  resetPassword: endpoint('POST', '/api/password-resets/complete', {
    summary: 'Set a new password with a link',
    description:
      'Ends all sessions of the user. The user signs in with the new password, and with a code if they use an app.',
    ...signsIn,
    body: z.object({ token: linkToken, password }),
    reply: message,
    refusals: { ...noLink, ...weakPassword, ...tooManyRequests },
  }),
}
