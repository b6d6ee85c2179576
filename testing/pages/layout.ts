// Checks that a page fits the window, and that scrollbars are only where there is something to scroll to.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** `state` names the state of the page, and how it is shown. */
export async function assertFits(page: Page, state: string): Promise<void> {
  assert.deepEqual(await page.evaluate(faults), [], state)
}

/** Runs in the page. */
const faults = `(() => {
  const found = []
  const nameOf = (element) => element.cloneNode().outerHTML.slice(0, 200)
  const isScroller = (overflow) => overflow === 'auto' || overflow === 'scroll'
  /** These say that they are wider, and can be focused, so that keys scroll them. */
  const isSlider = (element) => element.matches('[role=table], [role=tablist], [role=region], [role=group], table, pre')

  /** The innermost element that sticks out to the right of the content. */
  function widestIn(element) {
    const padding = Number.parseFloat(getComputedStyle(element).paddingRight)
    const edge = element.getBoundingClientRect().left + element.clientLeft + element.clientWidth - padding
    const wide = [...element.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > edge + 0.5)
    return wide.length > 0 ? nameOf(wide.at(-1)) : 'unknown'
  }

  function check(element) {
    if (!element.checkVisibility()) return
    const { overflowX, overflowY } = getComputedStyle(element)
    const right = element.scrollWidth - element.clientWidth
    const down = element.scrollHeight - element.clientHeight
    if (isScroller(overflowX) && right > 0 && !isSlider(element))
      found.push(nameOf(element) + ' scrolls sideways by ' + right + ' px for ' + widestIn(element))
    // The content of a page or a list can be a little higher by chance, that of a strip cannot.
    if (isScroller(overflowY) && down > 0 && down < 20 && element.clientHeight < 200)
      found.push(nameOf(element) + ' scrolls down by ' + down + ' px')
    if (innerWidth >= 1280 && element.matches('[role=columnheader]') && right > 0)
      found.push('The column "' + element.textContent + '" is cut')
  }

  function checkAll(parent) {
    for (const element of parent.querySelectorAll('*')) {
      check(element)
      if (element.shadowRoot) checkAll(element.shadowRoot)
    }
  }

  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
  if (scrollWidth > clientWidth)
    found.push('The page is ' + (scrollWidth - clientWidth) + ' px too wide for ' + widestIn(document.documentElement))
  // Inside the frame of the dashboard, only its parts scroll.
  if (document.querySelector('#root > * main') && scrollHeight > clientHeight)
    found.push('The frame scrolls down by ' + (scrollHeight - clientHeight) + ' px')
  checkAll(document.body)
  return found
})()`
