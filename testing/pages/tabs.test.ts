// Tests of several tabs of one browser, which share the stream of live events.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { startDashboard } from './dashboard.ts'

/** More than the six connections that a browser opens to one server over HTTP/1.1. */
const tabs = 7

describe('tabs of one browser', { skip: chromiumMissing, timeout: 120_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, baseUrl } = dashboard

  /** Opens the assistants of a new account in this number of tabs. The first has the stream. */
  async function openTabs(count: number) {
    const account = await parley.createAccount()
    const first = await dashboard.open(account, '/assistants')
    await first.getByRole('heading', { name: 'Assistants', exact: true }).waitFor()
    const context = first.context()
    const streams = openStreams(context)
    const pages = [first]
    while (pages.length < count) {
      const page = await context.newPage()
      await page.goto(`${baseUrl}/assistants`)
      await page.getByRole('heading', { name: 'Assistants', exact: true }).waitFor()
      pages.push(page)
    }
    let created = 0
    const create = async (): Promise<string> => {
      const name = `Assistant ${++created}`
      await account.client.assistants.create({ name })
      return name
    }
    return { context, pages, streams, create }
  }

  const assertShown = (page: Page, name: string): Promise<void> => page.getByText(name).first().waitFor()

  it('work beyond the connections of a browser, with one stream for all', async () => {
    const { context, pages, streams, create } = await openTabs(tabs)
    const name = await create()
    await Promise.all(pages.map((page) => assertShown(page, name)))
    assert.equal(streams.size, 0)
    await context.close()
  })

  it('continue with the stream of another tab when the first is closed', async () => {
    const { context, pages, streams, create } = await openTabs(3)
    const [first, ...others] = pages
    await first!.close()
    const name = await create()
    await Promise.all(others.map((page) => assertShown(page, name)))
    assert.equal(streams.size, 1)
    await context.close()
  })

  it('follow no events while they are hidden, and show what has changed afterwards', async () => {
    const { context, pages, streams, create } = await openTabs(2)
    const [first, second] = pages as [Page, Page]
    await setVisibility(first, 'hidden')
    await until(() => streams.size === 1)
    await setVisibility(second, 'hidden')
    await until(() => streams.size === 0)
    const name = await create()
    for (const page of [first, second]) {
      await setVisibility(page, 'visible')
      await assertShown(page, name)
    }
    assert.equal(streams.size, 1)
    await context.close()
  })

  it('follow no events on a page that the browser keeps for its back button', async () => {
    const { context, pages, streams, create } = await openTabs(2)
    const [first, second] = pages as [Page, Page]
    await first.close()
    await until(() => streams.size === 1)
    await second.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    await until(() => streams.size === 0)
    const name = await create()
    await second.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await assertShown(second, name)
    await context.close()
  })

  it('say in all tabs that the session has ended', async () => {
    const { context, pages } = await openTabs(2)
    await context.clearCookies()
    await pages[0]!.getByRole('link', { name: 'Calls' }).click()
    await Promise.all(pages.map((page) => page.getByText('Your session has ended').waitFor()))
    await context.close()
  })
})

/** Browsers without a window show all pages at once. */
const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

/** The streams of live events that pages of the context have open. */
function openStreams(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user/events') open.add(request)
  })
  const close = (request: Request): void => void open.delete(request)
  context.on('requestfinished', close)
  context.on('requestfailed', close)
  return open
}
