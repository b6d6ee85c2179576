// Tests of what the first page loads, and of what it loads when it is needed.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const maxBytes = 200_000

/** The size of a file as a browser without Brotli gets it. */
async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(response.headers.get('content-encoding'), 'gzip', url)
  return Number(response.headers.get('content-length'))
}

describe('the first page', { skip: chromiumMissing, timeout: 120_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const account = await dashboard.parley.createAccount()
  await dashboard.parley.createAssistant({ variables: { city: 'Berlin' } }, account)

  const open = async (locale = 'en-US'): Promise<Page> => {
    const page = await dashboard.open(account, '/sign-in', { locale })
    // Members who save data get only what a page needs.
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    return page
  }
  const show = async (page: Page): Promise<void> => {
    await page.goto(`${dashboard.baseUrl}/`)
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor()
  }

  it('is complete with 200 kB of JavaScript', async () => {
    const page = await open()
    const scripts = new Set<string>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await show(page)
    await page.getByRole('region', { name: 'Next steps' }).waitFor()
    await page.getByText('No conversation is waiting.').waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    assert.ok(scripts.size > 0)
    const sizes = await Promise.all(Array.from(scripts, gzippedSize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total <= maxBytes, `${total} bytes in ${scripts.size} files`)
    await page.close()
  })

  it('opens a dialog and a menu by keyboard at once, and returns the focus', async () => {
    const page = await open()
    await show(page)
    const isFocused = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Requests of this page' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Requests of this page' })
    await dialog.waitFor()
    await page.locator('[role=dialog]:focus-within').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await isFocused('Requests of this page')
    await page.keyboard.press('Tab')
    await isFocused('Account and appearance')
    await page.keyboard.press('Enter')
    await page.locator('[role=menuitem]:focus').waitFor()
    await assertAccessible(page, 'the menu of the account')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await isFocused('Account and appearance')
    await page.close()
  })

  it('has another assistant to choose, and fields for its variables', async () => {
    await dashboard.parley.createAssistant({ name: 'Grace', variables: { street: 'Main street' } }, account)
    const page = await open()
    await show(page)
    await page.getByRole('button', { name: /^Assistant / }).press('Enter')
    await page.getByRole('menuitem', { name: 'Grace' }).press('Enter')
    await page.getByRole('button', { name: 'Assistant Grace' }).waitFor()
    await page.getByRole('button', { name: /Variables/ }).press('Enter')
    await page.getByLabel('street').fill('Side street')
    await assertAccessible(page, 'the variables')
    await page.close()
  })

  it('shows the first message of the server in the language of the page', async () => {
    const page = await open('de-DE')
    await page.route('**/api/user/conversations?*', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too Many Attempts.' } }),
    )
    await page.goto(`${dashboard.baseUrl}/`)
    await page.getByText('Zu viele Versuche.').waitFor()
    await page.close()
  })
})
