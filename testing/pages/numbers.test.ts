// Tests of the page of phone numbers: buying, importing, naming and releasing them, and the limits for calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the page of phone numbers', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  it('buys a number once, names it, and releases it', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/numbers', { hasPolicy: true })
    await page.getByText('No phone numbers yet').waitFor()
    await page.getByRole('button', { name: 'Buy a number' }).click()
    const drawer = page.getByRole('dialog', { name: 'Buy a number' })
    await drawer.getByLabel('Contains these digits').fill('x')
    await drawer.getByRole('button', { name: 'Search' }).click()
    await drawer.getByText('The value of “Contains these digits” has the wrong format.').waitFor()
    await drawer.getByLabel('Contains these digits').fill('312')
    await drawer.getByRole('button', { name: 'Search' }).click()
    await drawer
      .getByRole('button', { name: /^Choose \+1312/ })
      .first()
      .click()
    await drawer.getByText('The carrier bills this number').waitFor()
    await drawer.getByLabel('Nickname').fill('<b>Chicago</b>')
    await drawer.getByRole('button', { name: /^Buy \+1312/ }).dblclick()
    const bought = page.getByRole('dialog', { name: /^\+1312/ })
    await bought.getByText('Purchased').waitFor()
    const { data } = await account.client.phoneNumbers.listAll()
    assert.deepEqual(
      data.map(({ nickname, source }) => [nickname, source]),
      [['<b>Chicago</b>', 'purchased']],
    )
    await bought.getByRole('button', { name: 'Release the number' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Release the number' }).click()
    await page.getByText('No phone numbers yet').waitFor()
    await page.close()
  })

  it('imports a number, shows who uses it, and says why the carrier refuses another', async () => {
    const account = await parley.createCallingAssistant({ assistant: { name: 'Ada' } })
    const page = await dashboard.open(account, '/numbers?adding=import')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone number').fill('+14155559999')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('alert').or(dialog.locator('[slot="errorMessage"]')).first().waitFor()
    parley.carrier.control.addNumber({ phoneNumber: '+14155559998' })
    await dialog.getByLabel('Phone number').fill('+1 (415) 555-9998')
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByRole('dialog', { name: '+14155559998' }).getByText('Imported').waitFor()
    await page.goto(`${dashboard.baseUrl}/numbers`)
    await page.getByRole('row', { name: new RegExp(`\\${account.number}.*Ada`) }).waitFor()
    await assertAccessible(page, 'the numbers')
    await page.getByRole('link', { name: account.number }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Ada' }).waitFor()
    await assertAccessible(page, 'a number')
    await page.close()
  })

  it('changes the countries that may be called, in German', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/numbers', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Länder ändern' }).click()
    await page.getByRole('searchbox', { name: 'Land suchen' }).fill('deutsch')
    await page.getByText('Deutschland (DE)').click()
    await assertAccessible(page, 'the countries')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Deutschland' }).waitFor()
    const limits = (await account.client.phoneNumbers.getCallingLimits()).data
    assert.deepEqual(limits.allowed_countries, ['DE', 'US'])
    await page.close()
  })
})
