// Tests of the settings: the team, the member's own account, privacy, the audit log, operators, and what each role sees.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { auditEvents } from '#contract/account/audit.ts'
import { contract } from '#contract/index.ts'
import type { Role } from '#contract/wire/roles.ts'
import { signInMember } from '../app/members.ts'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

describe('the settings', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, chromium, baseUrl } = dashboard
  const password = 'a slow brown fox 42'

  it('invites a person, who joins, gets another role, and appears in the audit log', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/settings?tab=team')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByLabel('Email').fill('no address')
    await page.getByText('Reads conversations and answers them.').click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('Enter an email address for “Email”.').waitFor()
    await page.getByLabel('Email').fill('grace@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = (await page.getByRole('region', { name: 'Link of the invitation' }).textContent())!
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'grace@example.com' }).waitFor()

    const guest = await chromium.newPage()
    await guest.goto(link)
    await guest.locator('#join').getByLabel('Name').fill('<i>Grace</i>')
    await guest
      .locator('#join')
      .getByLabel(/Password/)
      .fill(password)
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.getByRole('link', { name: 'Settings' }).click()
    await guest.getByText('Reads conversations and answers them.').waitFor()
    assert.deepEqual(await guest.getByRole('tab').allTextContents(), ['You', 'Team', 'Account'])

    await page.reload()
    await page.getByRole('button', { name: 'Actions for <i>Grace</i>' }).click()
    await page.getByRole('menuitem', { name: 'Change the role' }).click()
    await page.getByText('Reads. Names, numbers').click()
    await assertAccessible(page, 'the choice of a role')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The role was changed.').waitFor()
    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByRole('row').filter({ hasText: 'changed the role of <i>Grace</i>' }).getByRole('link').click()
    const entry = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Role' })
    await entry.getByText('agent').waitFor()
    await entry.getByText('viewer').waitFor()
    assert.match(page.url(), /entry=\d+/)
    await page.reload()
    await entry.getByText('viewer').waitFor()
    await assertAccessible(page, 'an entry of the audit log')

    await page.goto(`${baseUrl}/settings?tab=team`)
    const you = page.getByRole('row').filter({ hasText: 'You' })
    await you.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The account must keep an owner.').waitFor()
    await guest.close()
    await page.close()
  })

  it('changes the own name and the account, and says how to change the email without a mail server', async () => {
    const account = await parley.createAccount({ name: 'Bakery' })
    const page = await dashboard.open(account, '/settings')
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByLabel('Name').fill('Anna Schmidt')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Anna Schmidt/ }).waitFor()
    await profile.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('option', { name: 'Dark' }).click()
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
    await profile.getByRole('button', { name: 'Change the email' }).click()
    await page.getByText(/member email .+@.+ NEW/).waitFor()
    await assertAccessible(page, 'how to change the email')
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Account' }).click()
    const settings = page.getByRole('region', { name: 'Account settings' })
    await settings.getByLabel('Name').fill('Bakery Schmidt')
    await settings.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berl')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await settings.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The account was changed.').waitFor()
    await page.getByRole('button', { name: /Bakery Schmidt/ }).waitFor()
    const { name, time_zone: zone } = await account.client.accounts.get()
    assert.deepEqual([name, zone], ['Bakery Schmidt', 'Europe/Berlin'])
    await page.close()
  })

  it('sets the first password, and uses and removes an authenticator app', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/settings', { hasPolicy: true })
    await page.getByText(/You signed in with a link and have no password yet/).waitFor()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('“New password” needs at least 10 characters.').waitFor()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The password was saved.').waitFor()
    await page.getByLabel('Current password').waitFor()

    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByLabel('Your password').fill('wrong password')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The password is not correct.').waitFor()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
    const secret = (await page.getByRole('region', { name: 'Secret', exact: true }).textContent())!
    const codeAt = (minutes: number): string =>
      new TOTP({ secret }).generate({ timestamp: parley.app.context.now().getTime() + minutes * 60_000 })
    await page.getByLabel('Code of the app').fill(codeAt(0))
    await page.getByRole('button', { name: 'Use the app' }).click()
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())!.split('\n')
    assert.equal(codes.length, 10)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('In use', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop using the app' }).click()
    await page.getByLabel(/Code of the app, or/).fill(codes[0]!)
    await page.getByRole('dialog').getByRole('button', { name: 'Stop using the app' }).click()
    await page.getByText('Not in use').waitFor()
    await page.close()
  })

  it('shows each role its tabs', async () => {
    const account = await parley.createAccount()
    const shown: Record<Role, string[]> = {
      owner: ['You', 'Team', 'Account', 'Models and voices', 'Privacy', 'Audit log'],
      editor: ['You', 'Team', 'Account', 'Models and voices', 'Privacy'],
      viewer: ['You', 'Team', 'Account', 'Models and voices', 'Privacy'],
      agent: ['You', 'Team', 'Account'],
    }
    for (const [role, tabs] of Object.entries(shown) as [Role, string[]][]) {
      const page = await dashboard.open(account, '/settings?tab=team', { role })
      await page.getByRole('table', { name: 'Members' }).waitFor()
      assert.deepEqual(await page.getByRole('tab').allTextContents(), tabs, role)
      assert.equal(await page.getByRole('button', { name: 'Invite a person' }).count(), role === 'owner' ? 1 : 0)
      if (role === 'editor') {
        await page.getByRole('tab', { name: 'Privacy' }).click()
        await page.getByText('No run yet').first().waitFor()
        assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
        assert.equal(await page.getByText('Data of a person').count(), 0)
      }
      await page.close()
    }
  })

  it('sets how long data is kept, and erases a person after naming them', async () => {
    const account = await parley.createAssistant()
    const person = 'grace@example.com'
    await account.client.conversations.generateReply({
      assistant_id: account.id,
      customer_identifier: person,
      message: 'Hello',
    })
    const page = await dashboard.open(account, '/settings?tab=privacy')
    await page.getByText('Nobody was erased yet').waitFor()
    await assertAccessible(page, 'privacy')
    await page.getByLabel('Recordings, in days').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save and delete older data' }).click()
    await page
      .getByText('“Recordings, in days” must be at least 1 day. Leave the field empty to keep the data.')
      .waitFor()
    await page.getByLabel('Recordings, in days').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save and delete older data' }).click()
    await page.getByText('The retention was saved.').waitFor()
    const { data } = await account.client.privacy.getRetention()
    assert.equal(data.find(({ kind }) => kind === 'recordings')!.days, 30)
    await page.getByLabel(/Phone number, identifier/).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText('Nothing is stored about this person.').waitFor()
    await page.getByLabel(/Phone number, identifier/).fill(person)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    assert.equal(download.suggestedFilename(), `${person}.zip`)
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByRole('heading', { name: `Erase everything about ${person}?` }).waitFor()
    await page.getByRole('button', { name: 'Erase the person' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'Completed' })
      .getByText(/conversations 1/)
      .waitFor()
    assert.equal((await account.client.conversations.list()).data.length, 0)
    await page.close()
  })

  it('lets operators change a balance and enter an account, which is marked', async () => {
    const own = await parley.createAccount()
    const other = await parley.createAccount()
    const operator = await signInMember(parley, own.account, 'owner', { isOperator: true })
    const page = await openAs(dashboard, operator.cookie()!)
    const { email, name } = await other.client.accounts.me()
    await page.goto(`${baseUrl}/settings?tab=operators`)
    await page.getByLabel('A part of the name or the email').fill(email)
    await page.waitForURL(/search=/)
    await page
      .getByRole('row')
      .filter({ hasText: (await own.client.accounts.me()).email })
      .waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Change the balance' }).click()
    await page.getByLabel('Amount in US dollars').fill('5')
    await page.getByRole('button', { name: 'Book' }).click()
    await page.getByText('“Reference” is required.').waitFor()
    await page.getByLabel('Reference').fill('invoice 7')
    await page.getByRole('button', { name: 'Book' }).click()
    await page.getByText('The balance is $105.00 now.').waitFor()
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Enter' }).click()
    await page.getByRole('button', { name: 'Enter' }).click()
    await page.getByText(`You are visiting ${name} as an operator.`).waitFor()
    await assertAccessible(page, 'visiting')
    await page.getByRole('button', { name: /Return to/ }).click()
    await page.getByText('You are visiting').waitFor({ state: 'detached' })
    await page.close()
  })

  it('writes every action of the audit log as a sentence, in both languages', async () => {
    const account = await parley.createAccount()
    const areas = Object.entries(contract as unknown as Record<string, Record<string, { audit?: string }>>)
    const requests = areas.flatMap(([area, endpoints]) =>
      Object.entries(endpoints).flatMap(([name, { audit = 'none' }]) => (audit === 'none' ? [] : [`${area}.${name}`])),
    )
    const actions = [...new Set([...requests, ...auditEvents])]
    await sql`
      insert into audit_entries (account_id, actor_kind, actor_id, actor_name, action, subject, created_at, completed_at)
      select ${account.account.id}, 'key', 1, 'CI', action, '4711', app_now(), app_now() from unnest(${actions}::text[]) as action
    `.execute(parley.app.context.db)
    for (const [locale, who] of [
      ['en-US', /^(?:An API key named CI \w+|A .+ (?:for|as) An API key)/],
      ['de-DE', /^(?:Der API-Schlüssel CI hat .+|Eine Anmeldung .+|Für .+)/],
    ] as const) {
      const page = await dashboard.open(account, '/settings', { locale })
      await page.setViewportSize({ width: 1440, height: 12_000 })
      await page.goto(`${baseUrl}/settings?tab=audit&actor=key`)
      const sentences = page.getByRole('row').getByRole('link')
      await until(async () => (await sentences.allTextContents()).filter(Boolean).length === actions.length)
      for (const sentence of await sentences.allTextContents()) {
        assert.match(sentence, who)
        assert.doesNotMatch(sentence, /[{}]|\w\.\w/)
      }
      await page.close()
    }
  })

  it('is accessible in German', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/settings', { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    await page.getByText('Diese Sitzung').waitFor()
    await assertAccessible(page, 'the own account')
    await page.getByRole('tab', { name: 'Änderungsprotokoll' }).click()
    await page.getByText('hat sich angemeldet').first().waitFor()
    await assertAccessible(page, 'the audit log')
    await page.close()
  })
})

async function openAs({ chromium, baseUrl }: Dashboard, cookie: string): Promise<Page> {
  const [name, value] = cookie.split('=') as [string, string]
  const context = await chromium.newContext({ bypassCSP: true, locale: 'en-US' })
  await context.addCookies([{ name, value, url: baseUrl }])
  return context.newPage()
}
