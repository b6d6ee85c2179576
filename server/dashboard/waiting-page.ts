// The page at the paths of the dashboard while there is none.
import { readFileSync } from 'node:fs'
import { createFile, type File } from '#server/platform/http/memory-file.ts'

export type WaitingState = 'off' | 'building' | 'failed'

const messages: Record<WaitingState, { title: string; text: string; refreshSeconds: string }> = {
  building: {
    title: 'The dashboard is being built',
    text: 'This takes about half a minute after an installation or an update. This page reloads by itself. The API is ready.',
    refreshSeconds: '2',
  },
  failed: {
    title: 'The dashboard could not be built',
    text: 'The log of the server says why, and so does "npm run dashboard", which builds it again. The API is ready.',
    refreshSeconds: '30',
  },
  off: {
    title: 'Parley',
    text: 'DASHBOARD is off, so this server has an API and no pages.',
    refreshSeconds: '3600',
  },
}

export const waitingPolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `publicUrl` is part of the sample request. */
export function createWaitingPages(publicUrl: string): Record<WaitingState, File> {
  const page = read('waiting.html')
  const { version } = JSON.parse(read('../../package.json')) as { version: string }
  const pageOf = (state: WaitingState): File =>
    createFile('text/html', fill(page, { publicUrl, version, ...messages[state] }))
  return { off: pageOf('off'), building: pageOf('building'), failed: pageOf('failed') }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function fill(page: string, values: Record<string, string>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name]!))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
