// Tests of the frame of the dashboard: signing in, navigation, roles, languages, lost connections and ended sessions.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSignInLink } from '#server/features/members/index.ts'
import { signInMember } from '../app/members.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the dashboard', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, chromium, baseUrl } = dashboard
  const account = await parley.createAccount()

  it('asks visitors to sign in, and returns to the page that they wanted', async () => {
    const member = await signInMember(parley, account.account, 'owner')
    const page = await chromium.newPage()
    await page.goto(`${baseUrl}/calls`)
    await page.getByLabel('Email').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('next'), '/calls')
    const link = new URL(await createSignInLink(parley.app.context, member.userId))
    // Browsers have it since 2024.
    await page.addInitScript('delete URL.parse')
    await page.goto(`${baseUrl}/sign-in?next=%2Fcalls${link.hash}`)
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    await page.close()
  })

  it('ignores an address elsewhere in the link for signing in', async () => {
    const member = await signInMember(parley, account.account, 'owner')
    const page = await chromium.newPage()
    const link = new URL(await createSignInLink(parley.app.context, member.userId))
    await page.goto(`${baseUrl}/sign-in?next=${encodeURIComponent('//example.com/x')}${link.hash}`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    assert.equal(page.url(), `${baseUrl}/`)
    await page.close()
  })

  it('shows the pages that the role of the member allows', async () => {
    const page = await dashboard.open(account, '/inbox', { role: 'agent' })
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    await pages.first().waitFor()
    assert.deepEqual(await pages.allTextContents(), ['Home', 'Inbox', 'Settings'])
    await page.close()
  })

  it('works under its content security policy', async () => {
    const page = await dashboard.open(account, '/', { hasPolicy: true })
    await page.getByRole('button', { name: /Account and appearance/ }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.getByRole('button', { name: 'Requests of this page' }).click()
    await page.getByText('/api/session').first().click()
    await page.getByText(`curl -s '${baseUrl}/api/session'`).waitFor()
    await page.close()
  })

  it('invites newcomers to the first minute until they hide it', async () => {
    const page = await dashboard.open(account, '/')
    const first = page.getByRole('region', { name: 'Your first minute' })
    await first.getByRole('button', { name: 'Try it' }).click()
    await first.getByRole('link', { name: 'Open the widget' }).waitFor()
    await page.getByRole('button', { name: 'Hide the first minute' }).click()
    await page.reload()
    await page.getByRole('region', { name: 'Next steps' }).waitFor()
    assert.equal(await first.count(), 0)
    await page.close()
  })

  it('is available in German', async () => {
    const page = await dashboard.open(account, '/', { locale: 'de-CH' })
    await page.getByRole('link', { name: 'Posteingang', exact: true }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.close()
  })

  it('keeps what is open when the session ends, and continues after signing in again', async () => {
    const page = await dashboard.open(account, '/')
    await page.getByRole('link', { name: 'Usage' }).waitFor()
    const context = page.context()
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.getByRole('link', { name: 'Calls' }).click()
    await page.getByText('Your session has ended').waitFor()
    await context.addCookies(cookies)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' })
    await page.close()
  })

  it('has no findings of axe, also with the list of pages open', async () => {
    const page = await dashboard.open(account, '/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await assertAccessible(page, 'home')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: 'Open the list of pages' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Inbox' }).waitFor()
    await assertAccessible(page, 'the list of pages')
    await page.close()
  })
})
