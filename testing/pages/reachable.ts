// Checks that a page fits the window of a phone, and that every control can be scrolled into it.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertFits } from './layout.ts'

export async function assertReachable(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    assert.deepEqual(await page.evaluate(outside), [], `${state}, ${width} px`)
    await assertFits(page, `${state}, ${width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/** Runs in the page. The controls that are outside the window after they were scrolled into view. */
const outside = `(() => {
  const found = []
  const { clientWidth, clientHeight } = document.documentElement
  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary, audio')) {
    // Behind a dialog, nothing can be reached; the link that skips the navigation appears on focus.
    if (!control.checkVisibility() || control.closest('[inert], [aria-hidden=true], [href="#content"]')) continue
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, right, bottom } = control.getBoundingClientRect()
    if (left < 0 || top < -1 || right > clientWidth || bottom > clientHeight + 1) found.push(control.outerHTML.slice(0, 100))
  }
  scrollTo(0, 0)
  return found
})()`
