// Serves the page for signing in, accepting an invitation and setting a new password.
import { readFileSync } from 'node:fs'
import { isMailConfigured } from '#server/features/mail/index.ts'
import type { Callback } from '#server/platform/http/callbacks.ts'

const files = [
  ['/sign-in', 'sign-in.html', 'text/html; charset=utf-8'],
  ['/sign-in/sign-in.js', 'sign-in.js', 'text/javascript; charset=utf-8'],
  ['/sign-in/sign-in.css', 'sign-in.css', 'text/css; charset=utf-8'],
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

export const signInPages: Callback[] = files.map(([path, name, contentType]) => {
  const text = readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
  return {
    method: 'GET',
    path,
    answer: async (context) => ({
      status: 200,
      headers: {
        'content-type': contentType,
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
      // The page says how to get a link if this installation sends no mail.
      body: isMailConfigured(context) ? text : text.replace('<html ', '<html data-mail="none" '),
    }),
  }
})
