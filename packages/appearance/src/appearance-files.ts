// The files that give every page its colors and its typeface, and how long browsers may keep them.
import { readFileSync } from 'node:fs'

export interface AppearanceFile {
  /** Relative to the folder that the pages are served in. */
  path: string
  contentType: string
  cacheControl: string
  bytes: Buffer
}

const forever = 'public, max-age=31536000, immutable'
const fontPackage = import.meta.resolve('@fontsource-variable/geist/package.json')

const readStyle = (name: string): Buffer => readFileSync(new URL(`../style/${name}`, import.meta.url))
const readFont = (name: string): Buffer => readFileSync(new URL(name, fontPackage))

/** Its path contains the version of the font. */
const fontFile = (subset: string): AppearanceFile => ({
  path: `appearance/geist-${fontVersion}-${subset}.woff2`,
  contentType: 'font/woff2',
  cacheControl: forever,
  bytes: readFont(`files/geist-${subset}-wght-normal.woff2`),
})

const { version: fontVersion } = JSON.parse(readFont('package.json').toString()) as { version: string }

/** Pages link `appearance.css`, which loads the fonts. */
export const appearanceFiles: readonly AppearanceFile[] = [
  {
    path: 'appearance.css',
    contentType: 'text/css; charset=utf-8',
    cacheControl: 'no-cache',
    bytes: Buffer.concat([readStyle('palette.css'), readStyle('typeface.css')]),
  },
  fontFile('latin'),
  fontFile('latin-ext'),
  {
    path: 'appearance/geist-license.txt',
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-cache',
    bytes: readFont('LICENSE'),
  },
]
