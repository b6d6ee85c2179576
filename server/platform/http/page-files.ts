// Serves the files of a page that works without a build step, with a strict policy for its content.
import type { Callback } from './callbacks.ts'

export interface PageFile {
  path: string
  contentType: string
  text: string
}

/** The page may use the microphone, and connect to Parley only. */
export const servePageFiles = (files: readonly PageFile[], headers: Record<string, string> = {}): Callback[] =>
  files.map(({ path, contentType, text }) => ({
    method: 'GET',
    path,
    answer: async ({ settings }) => ({
      status: 200,
      headers: {
        'content-type': contentType,
        'content-security-policy': policyOf(settings.publicUrl),
        'cache-control': 'no-cache',
        'permissions-policy': 'microphone=(self)',
        'referrer-policy': 'no-referrer',
        ...headers,
      },
      body: text,
    }),
  }))

const policyOf = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${publicUrl.replace(/^http/i, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
