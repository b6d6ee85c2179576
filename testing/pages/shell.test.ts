// Tests of the frame of the dashboard: signing in, navigation, roles, languages, lost connections and ended sessions.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSignInLink } from '#server/features/members/index.ts'
import { signInMember } from '../app/members.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { assertReachable } from './reachable.ts'

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
    assert.deepEqual(await pages.allTextContents(), ['Home', 'Inbox', 'Contacts', 'Settings'])
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
    await first.getByText('Take over a conversation').waitFor()
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

  it('changes every word with the language, and keeps its language if the texts of another one cannot be loaded', async () => {
    const page = await dashboard.open(account, '/')
    const choose = async (menu: string, language: string) => {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem', { name: language }).click()
    }
    const close = async (drawer: string, button: string) => {
      await page.getByRole('button', { name: drawer }).click()
      await page.getByRole('dialog', { name: drawer }).getByRole('button', { name: button, exact: true }).click()
    }
    await close('Requests of this page', 'Close')
    await choose('Account and appearance', 'Deutsch')
    await close('Anfragen dieser Seite', 'Schließen')
    const scripts = '**/assets/*.js'
    await page.route(scripts, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await choose('Konto und Darstellung', 'Français')
    await failed
    await page.unroute(scripts)
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await choose('Konto und Darstellung', 'Français')
    await page.getByRole('link', { name: 'Consommation' }).waitFor()
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

  it('opens drawers that fit every window, with a button that closes them', async () => {
    const page = await dashboard.open(account, '/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Requests of this page' }).click()
    const drawer = page.getByRole('dialog', { name: 'Requests of this page' })
    await drawer.getByText('/api/session').first().click()
    await drawer.getByRole('region', { name: 'Command' }).waitFor()
    await assertReachable(page, 'the requests')
    await assertAccessible(page, 'the requests')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.close()
  })

  it('shows when calls were made on a phone, and its filters behind one button', async () => {
    const caller = await parley.createCallingAssistant()
    await caller.client.calls.make({ assistant_id: caller.id, phone_number: '+12025557802' })
    const owner = { account: caller.account, client: caller.client } as typeof account
    const page = await dashboard.open(owner, '/calls')
    await page.setViewportSize({ width: 390, height: 844 })
    const row = page.getByRole('table', { name: 'Calls' }).getByRole('row').filter({ hasText: '7802' })
    const { x, width } = (await row.locator('time').boundingBox())!
    assert.ok(x > 0 && x + width < 390)
    const status = page.getByRole('button', { name: /Status/ })
    await status.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await status.click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByText('Nothing matches these filters.').first().waitFor()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await status.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1280, height: 844 })
    await status.waitFor()
    await page.close()
  })

  it('says in its own words that the server cannot be reached, covers no button, and continues by itself', async () => {
    const { id } = await parley.createAssistant({}, account)
    const page = await dashboard.open(account, `/assistants/${id}?section=general`)
    await page.getByLabel('Name', { exact: true }).fill('Grace')
    const api = '**/api/user/**'
    await page.route(api, (route) => route.abort())
    await page.setViewportSize({ width: 390, height: 844 })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    const reason = page.getByText('The server cannot be reached. Nothing on this page is lost.')
    await reason.first().waitFor()
    await page.getByText('This page shows the last known state and tries again.').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    const message = page.getByRole('alertdialog').filter({ hasText: 'The server cannot be reached.' })
    await message.waitFor()
    // A click on a covered button waits until nothing covers it.
    await save.click({ timeout: 3_000 })
    await assertReachable(page, 'without a server')
    await assertAccessible(page, 'without a server')
    await message.getByRole('button', { name: 'Close' }).click()
    await page.unroute(api)
    await save.click()
    await page.getByText('The server cannot be reached.').first().waitFor({ state: 'detached' })
    assert.equal((await account.client.assistants.get({ id })).data.name, 'Grace')
    await page.close()
  })

  it('reads again by itself what it could not read, also when the page began without a server', async () => {
    const page = await dashboard.open(account, '/settings', { locale: 'de-DE' })
    await page.getByRole('link', { name: 'Anrufe' }).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Anrufe' }).click()
    const reason = page.getByText('Der Server ist nicht erreichbar. Diese Seite versucht es weiter.')
    await reason.waitFor()
    await page.reload()
    await reason.waitFor()
    await page.unrouteAll()
    await page.getByRole('heading', { name: 'Anrufe' }).waitFor()
    assert.equal(await reason.count(), 0)
    await page.close()
  })

  it('tells visitors who sign in without a server what to do', async () => {
    const page = await chromium.newPage({ locale: 'de-DE' })
    await page.goto(`${baseUrl}/sign-in`)
    await page.route('**/api/**', (route) => route.abort())
    await page.getByLabel('E-Mail').fill('ada@example.com')
    await page.getByLabel('Passwort', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Parley ist nicht erreichbar. Prüfen Sie Ihre Verbindung').waitFor()
    await page.close()
  })

  it('shows a page at addresses that do not exist, and asks visitors to sign in', async () => {
    const page = await dashboard.open(account, '/')
    for (const path of ['/caals', '/assistants/abc/def']) {
      assert.equal((await page.goto(baseUrl + path))!.status(), 404, path)
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    }
    await assertAccessible(page, 'no page')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calls' }).waitFor()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.close()
    const visitor = await chromium.newPage()
    await visitor.goto(`${baseUrl}/caals`)
    await visitor.getByLabel('Email').waitFor()
    await visitor.close()
  })

  it('ignores what a page does not know in its address', async () => {
    const { id } = await parley.createAssistant({ name: 'Ada' }, account)
    const page = await dashboard.open(account, '/')
    for (const [address, text] of [
      [`/assistants/${id}?section=model&view=x&period=0`, 'Instructions'],
      ['/assistants?type=other&folder=x', 'Ada'],
      ['/calls?status=other&from=2026-02-31&assistant=x&utm_source=mail&constructor=1', 'No calls yet'],
      ['/inbox?owner=other&label=x', 'No conversations'],
      ['/messages?tab=other&template_status=all', 'No senders yet'],
      ['/campaigns?tab=do-not-contact&scope=other', 'Nobody is on the list'],
    ] as const) {
      await page.goto(baseUrl + address)
      await page.getByRole('main').getByText(text).first().waitFor()
      assert.equal(await page.getByText('This could not be loaded.').count(), 0, address)
    }
    await page.close()
  })

  it('has an icon on every page', async () => {
    for (const path of ['/', '/sign-in', '/docs', '/widget-demo', '/web-call', '/listen']) {
      const [, icon] = /<link[^>]*rel="icon"[^>]*href="([^"]+)"/.exec(
        await fetch(baseUrl + path).then((reply) => reply.text()),
      )!
      if (!icon!.startsWith('data:'))
        assert.equal((await fetch(baseUrl + icon)).headers.get('content-type'), 'image/svg+xml; charset=utf-8')
    }
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
