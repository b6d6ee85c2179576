// The files that pages for calls share and load without a build step: the audio of a telephone, and the appearance.
import { readFileSync } from 'node:fs'

export interface BrowserFile {
  contentType: string
  text: string
}

const names = [
  'mu-law.js',
  'playback-queue.js',
  'resampler.js',
  'stay-at-end.js',
  'telephone-audio.js',
  'telephone-worklet.js',
  'telephone.css',
] as const

const contentTypes = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

/** Reads a file of this folder, or of `folder`. */
export function readBrowserFile(name: string, folder = new URL('../browser/', import.meta.url)): BrowserFile {
  const type = contentTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof contentTypes]
  return { contentType: `${type}; charset=utf-8`, text: readFileSync(new URL(name, folder), 'utf8') }
}

/** By name; the modules import each other by relative URLs. Pages import `telephone-audio.js`. */
export const telephoneFiles: ReadonlyMap<string, BrowserFile> = new Map(
  names.map((name) => [name, readBrowserFile(name)]),
)
