// Serves the page for signing in, accepting an invitation and setting a new password.
import { readFileSync } from 'node:fs'
import { isMailConfigured } from '#server/features/mail/index.ts'
import type { Callback } from '#server/platform/http/callbacks.ts'
import { createFile, responseWith } from '#server/platform/http/memory-file.ts'

const files = [
  ['/sign-in', 'sign-in.html', 'text/html'],
  ['/sign-in/sign-in.js', 'sign-in.js', 'text/javascript'],
  ['/sign-in/sign-in.css', 'sign-in.css', 'text/css'],
] as const

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export const signInPages: Callback[] = files.map(([path, name, type]) => {
  const text = readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
  const file = createFile(type, text)
  // The page says how to get a link if this installation sends no mail.
  const withoutMail = createFile(type, text.replace('<html ', '<html data-mail="none" '))
  return {
    method: 'GET',
    path,
    answer: async (context, request) => {
      const response = responseWith(isMailConfigured(context) ? file : withoutMail, request.headers)
      return { ...response, headers: { ...response.headers, ...headers } }
    },
  }
})
