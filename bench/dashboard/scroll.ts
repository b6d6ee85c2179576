// Scrolls a list of a page and measures its frames.
import type { Page } from 'playwright-core'
import { percentile } from '../shared/load.ts'

/** As fast as with a wheel that is turned quickly: 164 rows a second at 60 frames. */
export const scrollPixels = 120
const seconds = 6

export interface Frames {
  perSecond: number
  /** The shortest of the longest 1 %. */
  slowMs: number
}

export async function scroll(page: Page, selector: string): Promise<Frames> {
  const frames = (await page.evaluate(`new Promise((done) => {
    const list = document.querySelector(${JSON.stringify(selector)})
    const frames = []
    let last = performance.now()
    const until = last + ${seconds * 1000}
    requestAnimationFrame(function next(now) {
      frames.push(now - last)
      last = now
      list.scrollTop += ${scrollPixels}
      if (now < until) requestAnimationFrame(next)
      else done(frames)
    })
  })`)) as number[]
  const totalMs = frames.reduce((sum, frame) => sum + frame, 0)
  return { perSecond: (1000 * frames.length) / totalMs, slowMs: percentile(frames, 0.99) }
}
