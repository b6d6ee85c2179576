// Checks pages with axe in light and dark, and that they are not wider than the window.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Every width and every color scheme once. */
const appearances = [
  [1280, 'light'],
  [360, 'dark'],
] as const

/** The page must be open without its content security policy: it allows no scripts of others, such as axe. */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const before = page.viewportSize()
  for (const [width, colorScheme] of appearances) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = (await page.evaluate(
      // What React Aria announces refers to elements that may have left the page since.
      `axe.run({ exclude: '[data-live-announcer]' }, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
    )) as AxeResults
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    assert.deepEqual(found, [], `${state}, ${width} px, ${colorScheme}`)
    const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
    assert.ok(overflow <= 0, `${state} is ${overflow} px wider than ${width} px`)
  }
  if (before) await page.setViewportSize(before)
}
