// Tests of the page of the API reference in a browser.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the API reference', { skip: chromiumMissing, timeout: 120_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())

  it('is accessible when it opens and with operations in view, and leads back to the dashboard', async () => {
    const account = await dashboard.parley.createAccount()
    const page = await dashboard.open(account, '/docs')
    // The component draws hundreds of operations.
    page.setDefaultTimeout(60_000)
    await page.getByRole('heading', { name: 'Authentication' }).first().waitFor()
    await assertAccessible(page, 'the reference')
    await page.goto(`${dashboard.baseUrl}/docs#tag/accounts/POST/api/user/api-keys`)
    const operation = page.getByRole('heading', { name: 'Create an API key' })
    await operation.scrollIntoViewIfNeeded()
    for (const example of ['request', 'response'])
      await page.getByRole('button', { name: `Copy the ${example} of “Create an API key”` }).waitFor()
    await page.getByRole('button', { name: 'Show More: Assistant templates endpoints' }).waitFor()
    await assertAccessible(page, 'operations of the reference')
    const names = await page
      .getByRole('button', { name: /^Copy the / })
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel))
    assert.equal(new Set(names).size, names.length)
    await page.getByRole('link', { name: '← Dashboard' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    await page.close()
  })
})
