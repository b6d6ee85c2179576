// Tests of the palette and the typeface: contrast, size, and that no style sheet has colors of its own.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { appearanceFiles } from '@parley/appearance'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const style = appearanceFiles.find(({ path }) => path === 'appearance.css')!.bytes.toString()
const maxFontBytes = 60_000

test('the fonts have at most 60 kB, and are those that the style sheet loads and pages load early', async () => {
  const fonts = appearanceFiles.filter(({ contentType }) => contentType === 'font/woff2')
  const total = fonts.reduce((sum, { bytes }) => sum + bytes.length, 0)
  assert.ok(total > 0 && total <= maxFontBytes, `${total} bytes`)
  const paths = fonts.map(({ path }) => path)
  assert.deepEqual(
    Array.from(style.matchAll(/url\("([^"]+)"\)/g), ([, path]) => path),
    paths,
  )
  const early = (await readAll(['{dashboard,server}/**/*.html'])).flatMap(({ text }) =>
    Array.from(text.matchAll(/rel="preload" href="\/([^"]+)"/g), ([, path]) => path!),
  )
  assert.ok(early.length >= 6)
  assert.deepEqual(new Set(early), new Set([paths[0]]))
})

const colors = new Map(
  Array.from(style.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g), ([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
)
const grounds = ['paper', 'card', 'raised', 'sunken', 'bubble']
const marks = ['good', 'warn', 'bad', 'accent', 'customer', 'person']

test('texts have a contrast of 4.5, and the borders of fields and the ring of the focus one of 3', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const check = (text: string, ground: string, least: number) => {
      const ratio = contrast(colors.get(text)![scheme], colors.get(ground)![scheme])
      assert.ok(ratio >= least, `${text} on ${ground}, ${scheme}: ${ratio.toFixed(2)}`)
    }
    for (const ground of grounds) {
      for (const text of ['ink', 'soft', ...marks]) check(text, ground, 4.5)
      check('accent', ground, 3)
    }
    for (const ground of ['paper', 'card', 'raised']) check('strong-line', ground, 3)
    for (const mark of marks) check(mark, `${mark}-soft`, 4.5)
    for (const text of ['ink', 'soft']) check(text, 'accent-soft', 4.5)
    for (const ground of ['accent', 'accent-hover', 'good', 'bad', 'warn']) check('on-accent', ground, 4.5)
  }
})

test('no other style sheet has colors of its own', async () => {
  const sheets = await readAll([
    '{dashboard,packages,server}/**/*.{css,html}',
    'widget/src/**/{style,files-view,voice}.ts',
  ])
  assert.ok(sheets.length >= 12)
  for (const { path, text } of sheets) {
    if (path.endsWith('palette.css')) continue
    // Shadows, and what is on pictures, are black or white in both schemes.
    const own = Array.from(
      text.matchAll(/:[^;"'`]*?(#[0-9a-f]{3,8}|light-dark\(|rgb\([^0])[^;]*/gi),
      ([found]) => found,
    )
    assert.deepEqual(
      own.filter((found) => !/#(?:fff(?:fff)?|000(?:000|2)?)\b/.test(found)),
      [],
      path,
    )
  }
})

async function readAll(patterns: string[]): Promise<{ path: string; text: string }[]> {
  const exclude = (path: string) => /node_modules|dist|generated/.test(path)
  const paths = await Array.fromAsync(glob(patterns, { cwd: root, exclude }))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(root + path, 'utf8') })))
}

/** By WCAG 2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
