// Tests of the page for developers: API keys, webhooks, HTTP tools, and what each role sees.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Role } from '#contract/wire/roles.ts'
import { createClient, type ParleyError } from '#sdk/index.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { deliver } from '../features/webhooks.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the page for developers', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ config: { allowPrivate: ['127.0.0.1'] } })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, baseUrl } = dashboard

  it('creates a limited key that programs can use, and deletes it', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/developers')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('“Name” is required.').waitFor()
    const name = '<img src=x onerror=alert(1)> reporting'
    await page.getByLabel('Name').fill(name)
    await page.getByText('Limit the key to some areas').click()
    await page.getByLabel('Find an area').fill('call')
    await page.getByRole('toolbar', { name: 'calls', exact: true }).getByText('Read').click()
    await assertAccessible(page, 'the form of a key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const token = (await page.getByRole('region', { name: 'Token' }).textContent())!
    const command = await page.getByRole('region', { name: 'A command that uses the key' }).textContent()
    assert.ok(command!.includes(`'${baseUrl}/api/user/calls'`), command!)
    const client = createClient({ baseUrl, apiKey: token })
    assert.equal((await client.calls.list()).total, 0)
    await assert.rejects(client.tools.list(), (error: ParleyError) => error.status === 403)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('calls:read').waitFor()
    await row.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('button', { name: 'Delete the key' }).click()
    await row.waitFor({ state: 'detached' })
    await page.close()
  })

  it('shows why a delivery has failed, and sends it again', async () => {
    await using receiver = await openReceiver((_, number) =>
      number === 1 ? { status: 410, body: '<b>gone</b>' } : { body: 'thanks' },
    )
    const account = await parley.createAccount()
    await deliver(parley, account, { url: receiver.url, kind: 'call.ended', subject: '77' })
    await receiver.received(1)
    const page = await dashboard.open(account, '/developers?tab=webhooks&status=failed&kind=call.ended')
    await page.getByRole('link', { name: 'call.ended' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('<b>gone</b>').waitFor()
    await drawer.getByText('410', { exact: true }).waitFor()
    await assertAccessible(page, 'a failed delivery')
    await drawer.getByRole('button', { name: 'Send again' }).click()
    // The live event of the delivery shows it.
    await drawer.getByText('thanks').waitFor()
    await drawer.getByText('Delivered').first().waitFor()
    assert.equal(receiver.requests[0]!.headers['webhook-id'], receiver.requests[1]!.headers['webhook-id'])
    await page.goBack()
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.close()
  })

  it('shows the signing secret once', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/developers?tab=webhooks')
    await page.getByRole('button', { name: 'Create the secret' }).click()
    const secret = (await page.getByRole('region', { name: 'Secret', exact: true }).textContent())!
    assert.match(secret, /^whsec_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(`…${secret.slice(-4)}`).waitFor()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByText(/For 24 hours/).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate the secret' }).click()
    assert.notEqual(await page.getByRole('region', { name: 'Secret', exact: true }).textContent(), secret)
    await page.close()
  })

  it('edits the parameters of a tool as a form, and keeps what the form does not show', async () => {
    const account = await parley.createAccount()
    const { tools } = account.client
    await tools.create({
      name: 'find_order',
      description: 'Finds an order.',
      url: 'https://example.com/orders',
      headers: { Authorization: 'Bearer 12345678901234567890' },
      parameters: { type: 'object', properties: { number: { type: 'string', maxLength: 12 } }, required: ['number'] },
    })
    const page = await dashboard.open(account, '/developers?tab=tools')
    await page.getByRole('button', { name: 'find_order', exact: true }).click()
    await page.getByLabel('Address').fill('no address')
    await page.getByRole('button', { name: 'Add a parameter' }).click()
    await page.getByLabel('Name of the parameter').last().fill('color')
    await page.getByLabel('Allowed values').last().fill('red, green')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Enter a web address for “Address”/).waitFor()
    await assertAccessible(page, 'the form of a tool')
    await page.getByLabel('Address').fill('https://example.com/find')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The tool was saved.').waitFor()
    const [tool] = await tools.list()
    assert.equal(tool!.url, 'https://example.com/find')
    assert.match(tool!.headers[0]!.value, /7890$/)
    assert.deepEqual(tool!.parameters, {
      type: 'object',
      properties: { number: { type: 'string', maxLength: 12 }, color: { type: 'string', enum: ['red', 'green'] } },
      required: ['number', 'color'],
    })
    await page.getByRole('button', { name: 'Delete find_order' }).click()
    await page.getByRole('button', { name: 'Delete the tool' }).click()
    await page.getByText('There are no HTTP tools').waitFor()
    assert.deepEqual(await tools.list(), [])
    await page.close()
  })

  it('shows each role what it may read, without buttons for what it may not do', async () => {
    const account = await parley.createAccount()
    const shown: Record<Role, string[]> = {
      owner: ['API keys', 'Webhooks', 'HTTP tools', 'Calendars', 'API reference'],
      editor: ['Webhooks', 'HTTP tools', 'Calendars', 'API reference'],
      viewer: ['HTTP tools', 'Calendars', 'API reference'],
      agent: ['API reference'],
    }
    for (const [role, tabs] of Object.entries(shown) as [Role, string[]][]) {
      const page = await dashboard.open(account, '/developers', { role })
      await page.getByRole('tab').first().waitFor()
      assert.deepEqual(await page.getByRole('tab').allTextContents(), tabs, role)
      if (role === 'viewer') {
        await page.getByText('There are no HTTP tools').waitFor()
        assert.equal(await page.getByRole('button', { name: 'Create a tool' }).count(), 0)
      }
      await page.close()
    }
  })

  it('is accessible in German, under its content security policy', async () => {
    const account = await parley.createAccount()
    const strict = await dashboard.open(account, '/developers?tab=calendars', { hasPolicy: true, locale: 'de-DE' })
    await strict.getByRole('button', { name: 'Kalender verbinden' }).click()
    await strict.getByRole('button', { name: 'Verbinden', exact: true }).click()
    await strict.getByText('„API-Schlüssel“ ist erforderlich.').waitFor()
    await strict.close()
    const page = await dashboard.open(account, '/developers?tab=reference', { locale: 'de-DE' })
    await page.getByRole('link', { name: 'API-Referenz öffnen' }).waitFor()
    await assertAccessible(page, 'the reference')
    await page.close()
  })
})
