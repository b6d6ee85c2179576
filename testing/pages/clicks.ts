// Counts the clicks of the mouse on a page, as a person makes them. Keys do not count.
import type { Page } from 'playwright-core'

export async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('noteClick', () => {
    clicks++
  })
  const listen = `addEventListener('pointerdown', ({ isTrusted }) => isTrusted && noteClick(), true)`
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return async () => {
    // Earlier calls of the function have arrived with the answer.
    await page.evaluate('0')
    return clicks
  }
}
