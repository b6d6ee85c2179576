// Tests of the pages of contacts: finding people, changing and merging them, their history, and their erasure.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the pages of contacts', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  it('create, change, merge, separate and erase people', async () => {
    const account = await parley.createAccount()
    const other = await account.client.contacts.create({ name: 'Ann B.', email: 'ann@example.com', labels: ['press'] })
    const page = await dashboard.open(account, '/contacts')
    await page.getByRole('link', { name: 'Ann B.' }).waitFor()
    await page.getByRole('button', { name: 'New contact' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('required').first().waitFor()
    await dialog.getByLabel('Name').fill('<b>Ann Bell</b>')
    await dialog.getByLabel('Phone number').fill('+44 7700 900123')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: '<b>Ann Bell</b>' }).waitFor()
    await page.getByText('+447700900123').waitFor()
    await assertAccessible(page, 'a contact')

    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Labels').fill('vip, press')
    await dialog.getByRole('button', { name: 'Add an attribute' }).click()
    await dialog.getByLabel('Attribute', { exact: true }).fill('city')
    await dialog.getByLabel('Value').fill('Bath')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'vip' }).waitFor()
    await page.getByText('Bath').waitFor()

    await page.getByRole('button', { name: 'Add an address' }).click()
    await dialog.getByRole('button', { name: /Kind/ }).click()
    await page.getByRole('option', { name: 'Email address' }).click()
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('ann@example.com')
    await dialog.getByRole('button', { name: 'Add an address' }).click()
    await dialog.getByText('Another contact has this address.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByLabel('Write a note').fill('Likes tea.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('listitem').getByText('Likes tea.').waitFor()
    await until(async () => (await page.getByLabel('Write a note').inputValue()) === '')

    await page.getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another contact' }).click()
    await dialog.getByRole('searchbox').fill('ann@')
    await dialog.getByRole('button', { name: 'Merge with Ann B.' }).click()
    await page.getByText('ann@example.com').waitFor()
    await page.getByRole('button', { name: 'Separate Ann B.' }).click()
    await page.getByText('The contacts were separated.').waitFor()
    const separated = await account.client.contacts.get({ id: other.data.id })
    assert.deepEqual([separated.data.id, separated.data.name], [other.data.id, 'Ann B.'])

    await page.getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Erase this person' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase the person' }).click()
    await page.getByText('The person was erased.').waitFor()
    await page.getByText('1 contact', { exact: true }).waitFor()
    await page.close()
  })

  it('show what happened with a person, and are linked from the inbox', async () => {
    const assistant = await parley.createAssistant()
    const { client } = assistant
    const ask = { assistant_id: assistant.id, customer_identifier: 'crm-1', message: 'Do you have rye bread?' }
    await client.conversations.generateReply(ask)
    const { data } = await client.contacts.create({ external_id: 'crm-1', name: 'Ann Bell' })
    const page = await dashboard.open(assistant, `/contacts/${data.id}`)
    const history = page.getByRole('listitem').filter({ hasText: 'Conversation · 2 messages' })
    await history.getByRole('link').click()
    await page.getByText('Do you have rye bread?').first().waitFor()
    const details = page.getByRole('button', { name: 'Details' })
    if (await details.isVisible()) await details.click()
    await page.getByRole('link', { name: 'Open the contact' }).click()
    await page.getByRole('heading', { name: 'Ann Bell' }).waitFor()
    await page.close()
  })

  it('list 10,000 contacts, of which those in view are read', async () => {
    const account = await parley.createAccount()
    await sql`
      insert into contacts (account_id, name, created_at, updated_at, last_seen_at)
      select ${account.account.id}, 'Customer ' || i, app_now(), app_now(), app_now() - make_interval(secs => i)
      from generate_series(1, 10000) i`.execute(parley.app.context.db)
    const page = await dashboard.open(account, '/contacts')
    await page.getByText('More than 10,000 contacts').waitFor()
    await page.getByRole('link', { name: 'Customer 1', exact: true }).waitFor()
    const table = page.getByRole('table')
    const rows = Number(await table.getAttribute('aria-rowcount'))
    await table.press('End')
    await page.getByRole('link', { name: 'Customer 100', exact: true }).waitFor()
    await until(async () => Number(await table.getAttribute('aria-rowcount')) > rows)
    await table.press('End')
    await page.getByRole('link', { name: 'Customer 200', exact: true }).waitFor()
    await page.getByRole('searchbox').fill('omer 9999')
    await page.getByRole('link', { name: 'Customer 9999' }).waitFor()
    await assertAccessible(page, 'the list of contacts')
    await page.close()
  })
})
