// Tests of telephone lines, desk phones and softphones on the page of phone numbers, with a provider on the same machine.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { chromiumMissing } from '../processes/chromium.ts'
import { freePort } from '../processes/free-port.ts'
import { credentials, openProvider } from '../sip/provider.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { assertFits } from './layout.ts'

describe('telephone lines', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const sipPort = await freePort()
  const dashboard = await startDashboard({ config: { sipHost: '127.0.0.1', sipPort } })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard
  const provider = await openProvider()
  after(() => provider[Symbol.asyncDispose]())

  it('are connected with what the provider gives, tested, changed and disconnected', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/numbers')
    await page.getByText('No phone numbers yet').waitFor()
    await page.getByRole('button', { name: 'Connect a line' }).click()
    const form = page.getByRole('dialog', { name: 'Connect a line' })
    await form.getByRole('button', { name: 'sipgate' }).click()
    await form.getByText('Copy the SIP-ID and the SIP password').waitFor()
    await form.getByLabel('Phone number', { exact: true }).fill('030 1234567')
    await form.getByLabel('SIP-ID').fill(credentials.username)
    await form.getByRole('button', { name: 'Choose another provider' }).click()
    await form.getByRole('button', { name: 'Another provider' }).click()
    assert.equal(await form.getByLabel('Username').inputValue(), credentials.username)
    await form.getByLabel('Server (SIP address)').fill('127.0.0.1')
    await form.getByRole('button', { name: 'More settings' }).click()
    await form.getByRole('textbox', { name: 'Port' }).fill(String(provider.port))
    await form.getByLabel('Other phone numbers').fill('+49 30 1234568')
    await page.setViewportSize({ width: 360, height: 740 })
    await assertFits(page, 'the form of a line')
    await form.getByRole('button', { name: 'Connect a line' }).click()
    await form.getByText('Enter a phone number for “Phone number”').waitFor()
    // The password is required, too, and what is missing first is scrolled into view.
    await form.getByText('“Password” is required.').waitFor()
    await page.waitForFunction('document.activeElement.name === "phone_number"')
    await form.getByLabel('Phone number', { exact: true }).fill('+49 30 1234567')
    await form.getByLabel('Password', { exact: true }).fill(credentials.password)
    await form.getByRole('button', { name: 'Connect a line' }).click()

    const drawer = page.getByRole('dialog', { name: '+49301234567' })
    const line = drawer.getByRole('region', { name: 'Telephone line' })
    await line.getByText('Registered').waitFor()
    assert.ok(provider.isRegistered())
    await line.getByText('+49301234568').waitFor()
    await line.getByRole('button', { name: 'Test' }).click()
    await line.getByText('The line is registered at 127.0.0.1.').waitFor()

    await line.getByRole('button', { name: 'Edit the line' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the line +49301234567' })
    await edit.getByText('Leave the field empty to keep the password.').waitFor()
    await edit.getByRole('button', { name: 'More settings' }).click()
    await edit.getByLabel('Nickname').fill('<b>Front desk</b>')
    await edit.getByLabel('Calls at the same time').fill('2')
    await edit.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('region', { name: 'Telephone lines' })
    await card.getByText('<b>Front desk</b>').waitFor()
    await card.getByText('Registered').waitFor()
    await page.getByRole('row', { name: /\+49301234568.*Registered/ }).waitFor()
    await assertAccessible(page, 'the lines')
    const { data } = await account.client.sipTrunks.list()
    assert.deepEqual([data[0]!.max_calls, data[0]!.has_password, data[0]!.codecs], [2, true, ['PCMA', 'PCMU']])

    await card.getByRole('link', { name: '+49301234567' }).click()
    await drawer.getByRole('button', { name: 'Disconnect the line' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect the line' }).click()
    await page.getByText('No phone numbers yet').waitFor()
    await page.close()
  })

  it('show the words of the provider if the password is wrong, in the language of the page', async () => {
    const account = await parley.createAccount()
    await account.client.sipTrunks.create({ ...provider.trunk('+4930555001'), sip_password: 'not the password' })
    const page = await dashboard.open(account, '/numbers', { locale: 'de-DE' })
    const card = page.getByRole('region', { name: 'Telefonleitungen' })
    await card.getByText('Abgelehnt').waitFor()
    await card.getByText('mit diesem Passwort nicht an (401 Unauthorized)').waitFor()
    await card.getByRole('button', { name: '+4930555001 bearbeiten' }).click()
    const edit = page.getByRole('dialog')
    await edit.getByLabel('Passwort').fill(credentials.password)
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await card.getByText('Registriert').waitFor()
    await page.close()
  })

  it('have desk phones beside them, with what has to be typed into each', async () => {
    const account = await parley.createCallingAssistant({ assistant: { name: 'Ada', type: 'inbound' } })
    const page = await dashboard.open(account, '/numbers')
    const card = page.getByRole('region', { name: 'Desk phones and softphones' })
    await card.getByRole('button', { name: 'Add a telephone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a telephone' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('“Name” is required.').waitFor()
    await dialog.getByLabel('Name').fill('Kitchen')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()

    const drawer = page.getByRole('dialog', { name: 'Kitchen' })
    await drawer.getByText('To type into the telephone').waitFor()
    const [listed] = (await account.client.sipPhones.list()).data
    const { data: phone } = await account.client.sipPhones.get({ id: listed!.id })
    await drawer.getByText(phone.username).waitFor()
    await drawer.getByText(phone.password!, { exact: true }).waitFor()
    await drawer.getByText(`127.0.0.1:${sipPort}`).waitFor()
    await drawer.getByText('Not registered').waitFor()
    await drawer.getByText('Ada').waitFor()
    await assertAccessible(page, 'a telephone')
    const telephone = provider.phone.addAccount({
      domain: phone.server!,
      user: phone.username,
      credentials: { username: phone.username, password: phone.password! },
      from: 'account',
    })
    const registered = Promise.withResolvers<void>()
    provider.phone.register(
      { account: telephone },
      { changed: ({ status }) => status === 'registered' && registered.resolve() },
    )
    await registered.promise
    await page.reload()
    await drawer.getByText('Registered', { exact: true }).waitFor()
    // A telephone that has registered has its password.
    assert.equal(await drawer.getByText(phone.password!, { exact: true }).count(), 0)
    await drawer.getByRole('button', { name: 'Show the password' }).click()
    await drawer.getByText(phone.password!, { exact: true }).waitFor()

    await drawer.getByLabel('Extension').fill('7')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('The value of “Extension” has the wrong format.').waitFor()
    await drawer.getByLabel('Extension').fill('107')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Extension 107').waitFor()
    await drawer.getByRole('button', { name: 'Create a new password' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create a new password' }).click()
    await page.getByText('The telephone has a new password').waitFor()
    const { data: changed } = await account.client.sipPhones.get({ id: phone.id })
    assert.notEqual(changed.password, phone.password)

    const viewing = await dashboard.open(account, `/numbers?phone=${phone.id}`, { role: 'viewer' })
    await viewing.getByRole('dialog', { name: 'Kitchen' }).getByText(phone.username).waitFor()
    assert.equal(await viewing.getByText(changed.password!, { exact: true }).count(), 0)
    assert.equal(
      await viewing.getByRole('button', { name: /^(?:Connect a line|Save|Delete|Add a telephone)$/ }).count(),
      0,
    )
    await viewing.close()

    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await card.getByText('No telephones yet').waitFor()
    await page.close()
  })
})
