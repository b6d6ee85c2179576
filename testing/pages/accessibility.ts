// Checks pages with axe in light and dark, and that they fit windows of several widths.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { assertFits } from './layout.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Every width and every color scheme. The layout of the widest is the one at 1280 px with more space. */
const appearances = [
  { width: 1440, colorScheme: 'dark', hasAxe: false },
  { width: 1280, colorScheme: 'light', hasAxe: true },
  { width: 360, colorScheme: 'dark', hasAxe: true },
] as const

/** The page must be open without its content security policy: it allows no scripts of others, such as axe. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const before = page.viewportSize()
  for (const { width, colorScheme, hasAxe } of appearances) {
    const shown = `${state}, ${width} px, ${colorScheme}`
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (hasAxe) assert.deepEqual(await findingsOf(page), [], shown)
    await assertFits(page, shown)
  }
  if (before) await page.setViewportSize(before)
}

async function findingsOf(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(
    // What React Aria announces refers to elements that may have left the page since.
    `axe.run({ exclude: '[data-live-announcer]' }, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  )) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
