// Checks that a page fits the window of a phone, and that every control can be scrolled into it.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

export async function assertReachable(page: Page, state: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    assert.deepEqual(await page.evaluate(outside), [], `${state}, ${width} px`)
  }
  if (before) await page.setViewportSize(before)
}

/** Runs in the page. The controls that are outside the window after they were scrolled into view. */
const outside = `(async () => {
  const { scrollWidth } = document.scrollingElement
  const found = scrollWidth > innerWidth ? ['The page is ' + scrollWidth + ' px wide.'] : []
  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary, audio')) {
    if (!control.checkVisibility()) continue
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, right, bottom } = control.getBoundingClientRect()
    if (left < 0 || top < -1 || right > innerWidth || bottom > innerHeight + 1) found.push(control.outerHTML.slice(0, 100))
  }
  scrollTo(0, 0)
  return found
})()`
