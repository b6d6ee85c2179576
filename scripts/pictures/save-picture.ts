// Saves a picture of a page for the documentation, in light and in dark colors.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const maxBytes = 250_000

/** Throws if the program that reduces the colors of pictures is not installed. */
export async function requirePngquant(): Promise<void> {
  await run('pngquant', ['--version']).catch((cause) => {
    throw new Error('pngquant is not installed. It makes the pictures smaller.', { cause })
  })
}

/** `dashboard-home` becomes `dashboard-home.png` and `dashboard-home-dark.png`, which show the same moment. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const paths: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const path = join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path, animations: 'disabled' })
    paths.push(path)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of paths) {
    await run('pngquant', ['128', '--speed', '1', '--strip', '--force', '--output', path, path])
    const { size } = await stat(path)
    if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than ${maxBytes}.`)
    process.stderr.write(`${basename(path)}: ${Math.round(size / 1000)} kB\n`)
  }
}
