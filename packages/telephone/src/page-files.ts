// The files that pages for calls share and load without a build step: the telephone, and the appearance.
import { readFileSync } from 'node:fs'

export interface PageFile {
  contentType: string
  text: string
}

const names = [
  'caption-list.js',
  'captions.js',
  'dtmf.js',
  'listening.js',
  'media-socket.js',
  'microphone.js',
  'mulaw.js',
  'packet.js',
  'playback-queue.js',
  'resample.js',
  'stay-at-end.js',
  'telephone-worklet.js',
  'telephone.css',
  'telephone.js',
  'web-call.js',
]

const contentTypes = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

export function readPageFile(name: string, folder: URL): PageFile {
  const type = contentTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof contentTypes]
  return { contentType: `${type}; charset=utf-8`, text: readFileSync(new URL(name, folder), 'utf8') }
}

/** By name; the modules import each other by relative URLs. */
export const telephoneFiles: ReadonlyMap<string, PageFile> = new Map(
  names.map((name) => [name, readPageFile(name, new URL('../browser/', import.meta.url))]),
)
