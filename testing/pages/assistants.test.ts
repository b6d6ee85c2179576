// Tests of the pages of assistants: the list, all kinds of fields, refusals, two editors, versions and accessibility.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const markup = '<img src=x onerror="document.title=1"> & “Ada”'

describe('the pages of assistants', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The assistant has been saved.').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' })
  }
  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const section = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click()

  it('create an assistant with a name, and show, filter, duplicate and delete it', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/assistants', { hasPolicy: true })
    await page.getByText('No assistants yet').waitFor()
    await page.getByRole('button', { name: 'New assistant' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('“Name” is required.').waitFor()
    await dialog.getByLabel('Name').fill(markup)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: markup }).waitFor()
    await account.client.assistants.create({ name: 'Grace', type: 'inbound' })

    await page.goto(`${dashboard.baseUrl}/assistants?type=outbound`)
    const table = page.getByRole('table', { name: 'Assistants' })
    await table.getByRole('link', { name: markup }).waitFor()
    assert.equal(await table.getByRole('link').count(), 1)
    await page.getByRole('button', { name: `Actions for ${markup}` }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: `Copy of ${markup}` }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await table.getByRole('link', { name: 'Grace' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('grac')
    await page.waitForURL(/search=grac/)
    await table.getByRole('link', { name: markup }).waitFor({ state: 'hidden' })
    await table.getByRole('link', { name: 'Grace' }).waitFor()
    assert.equal(await table.getByRole('link').count(), 1)
    await page.getByRole('button', { name: 'Actions for Grace' }).click()
    await page.getByRole('menuitem', { name: 'Activate' }).click()
    await table.getByText('Active', { exact: true }).waitFor()
    // What others create appears without reading the page again.
    await account.client.assistants.create({ name: 'Gracia' })
    await table.getByRole('link', { name: 'Gracia' }).waitFor()
    await page.close()
  })

  it('manage folders and labels', async () => {
    const account = await parley.createAccount()
    const { id: label } = (await account.client.labels.create({ name: 'Spring', color: 'green' })).data
    await account.client.assistants.create({ name: 'Ada', label_ids: [label] })
    const page = await dashboard.open(account, '/assistants')
    await page.getByRole('button', { name: 'Folders and labels' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Sales')
    await dialog.getByLabel('Color', { exact: true }).fill('no color')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('The value of “Color” has the wrong format.').waitFor()
    await dialog.getByLabel('Color', { exact: true }).fill('#4f46e5')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByLabel('Name of Sales').waitFor()
    await assertAccessible(page, 'folders and labels')
    await dialog.getByRole('tab', { name: 'Labels' }).click()
    await dialog.getByRole('button', { name: 'Delete Spring' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('No labels yet').waitFor()
    assert.equal((await account.client.folders.list()).data[0]?.color, '#4f46e5')
    await page.close()
  })

  it('save only the fields that were changed, of every kind', async () => {
    const account = await parley.createAccount()
    const { client } = account
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}`, { hasPolicy: true })
    await box(page, 'Name').fill('Grace')
    await section(page, 'Conversation')
    await box(page, 'System prompt').fill('You are Grace of {{company}}.')
    await page.getByText('{{company}}', { exact: true }).waitFor()
    await page.getByText('29 of 50,000 characters').waitFor()
    await section(page, 'Call rules')
    await box(page, 'Longest call').fill('90')
    await section(page, 'Recording and privacy')
    await page.getByText('Record calls').click()
    await section(page, 'Knowledge and tools')
    await page.getByRole('button', { name: 'Add a tool' }).click()
    await page.getByRole('menuitem', { name: 'Transfer the call' }).click()
    await box(page, 'Phone numbers, 1').fill('+14155550123')
    await section(page, 'Handover')
    await page.getByText('Handover to people').click()
    await page.getByText('Only during office hours').click()
    await section(page, 'Variables')
    await page.getByRole('button', { name: 'Add a variable' }).click()
    await box(page, 'Name').fill('company')
    await box(page, 'Default value').fill('Harbour')
    await section(page, 'Evaluation')
    await page.getByRole('button', { name: 'Add a value' }).click()
    await box(page, 'Name').fill('score')
    await box(page, 'Description').fill('How satisfied the customer was')
    await section(page, 'Voice')
    await page.getByRole('button', { name: 'Choose a voice' }).click()
    await page.getByRole('dialog').getByLabel('Search voices').fill('George')
    await page.getByRole('button', { name: 'Select George' }).click()
    await page.getByText('9 unsaved changes').first().waitFor()
    await save(page)
    const { data } = await client.assistants.get({ id })
    await page.getByRole('button', { name: 'Requests of this page' }).click()
    await page.getByRole('button', { name: /^PUT/ }).click()
    const command = (await page.getByRole('region', { name: 'Command' }).textContent())!
    const body = JSON.parse(/-d '(.*)'$/s.exec(command)![1]!)
    assert.deepEqual(body, {
      name: 'Grace',
      system_prompt: 'You are Grace of {{company}}.',
      max_duration: 90,
      record: true,
      tools: [{ type: 'call_transfer', data: { phone_numbers: ['+14155550123'] } }],
      handover: data.handover,
      variables: { company: 'Harbour' },
      post_call_schema: [{ name: 'score', type: 'string', description: 'How satisfied the customer was' }],
      voice_id: data.voice_id,
      if_version: 1,
    })
    assert.equal(data.handover?.office_hours?.windows[0]?.start, '09:00')
    assert.equal(data.version, 2)
    await page.close()
  })

  it('show what the server refuses at its field, in its section, also inside lists', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada', tools: [{ type: 'end_call' }] })).data
    const page = await dashboard.open(account, `/assistants/${id}?section=knowledge`)
    await page.getByRole('button', { name: 'Add a tool' }).click()
    await page.getByRole('menuitem', { name: 'Transfer the call' }).click()
    await box(page, 'Phone numbers, 1').fill('12')
    await section(page, 'General')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const number = box(page, 'Phone numbers, 1')
    await number.waitFor()
    await page.getByText(/Enter a phone number for “Phone numbers, 1”/).waitFor()
    await page.waitForFunction('() => document.activeElement?.name === "tools.1.data.phone_numbers.0"')
    await assertAccessible(page, 'a refused tool')
    await number.fill('+14155550123')
    await page.getByText(/Enter a phone number/).waitFor({ state: 'hidden' })
    await section(page, 'Webhooks')
    await page.getByText('Webhook after calls', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Address of the webhook after calls” is required.').waitFor()
    await box(page, 'Address of the webhook after calls').fill('https://hooks.example.com/')
    await save(page)
    await page.close()
  })

  it('keep the changes of two people who edit the same assistant', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada' })).data
    const [first, second] = await Promise.all([
      dashboard.open(account, `/assistants/${id}`),
      dashboard.open(account, `/assistants/${id}`, { role: 'editor' }),
    ])
    await box(first, 'Name').fill('Grace')
    await section(first, 'Recording and privacy')
    await first.getByText('Record calls').click()
    await box(second, 'Name').fill('Alan')
    await section(second, 'Call rules')
    await box(second, 'Longest call').fill('90')
    await save(first)
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText(/Someone else has changed this assistant in the meantime: Name, Record calls/).waitFor()
    const dialog = second.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Changed by both' }).waitFor()
    await assertAccessible(second, 'a conflict')
    await dialog.getByRole('radio', { name: /Their value.*Grace/ }).check({ force: true })
    await dialog.getByRole('button', { name: 'Keep these values' }).click()
    await second.getByText('1 unsaved change').first().waitFor()
    await save(second)
    const { name, record, max_duration } = (await account.client.assistants.get({ id })).data
    assert.deepEqual({ name, record, max_duration }, { name: 'Grace', record: true, max_duration: 90 })
    await Promise.all([first.close(), second.close()])
  })

  it('warn before unsaved changes are lost, and discard them', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}`)
    await box(page, 'Name').fill('Grace')
    await page.getByRole('link', { name: 'Calls' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    assert.equal(await box(page, 'Name').inputValue(), 'Grace')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await page.waitForFunction('() => document.querySelector("[name=name]").value === "Ada"')
    await page.getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    await page.close()
  })

  it('compare and restore versions', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada', system_prompt: 'One\nTwo\nThree' })).data
    await account.client.assistants.update({ id, system_prompt: 'One\n2\nThree', record: true })
    const page = await dashboard.open(account, `/assistants/${id}?view=history`)
    const versions = page.getByRole('list', { name: 'Versions' })
    await versions.getByText('System prompt, Record calls').waitFor()
    const prompt = page.getByRole('region', { name: 'System prompt' }).first()
    await prompt.getByRole('cell', { name: 'removed: Two' }).waitFor()
    await prompt.getByRole('cell', { name: 'added: 2' }).waitFor()
    await assertAccessible(page, 'versions')
    await versions.getByRole('button', { name: /Version 1/ }).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await versions.getByRole('button', { name: /Version 3/ }).waitFor()
    assert.equal((await account.client.assistants.get({ id })).data.record, false)
    await page.close()
  })

  it('have no findings of axe in each section, in German, and for members who may only read', async () => {
    const account = await parley.createAccount()
    const { id } = (
      await account.client.assistants.create({
        name: 'Ada',
        tools: [{ type: 'warm_call_transfer', phone_numbers: ['+14155550123'] }],
        handover: {
          keywords: ['human'],
          office_hours: { windows: [{ days: ['monday'], start: '09:00', end: '17:00' }] },
        },
        post_call_schema: [{ name: 'score', type: 'number', description: 'A score' }],
        variables: { city: 'Bern' },
      })
    ).data
    const page = await dashboard.open(account, `/assistants/${id}?panel=chat`)
    await page.getByRole('complementary', { name: 'Try it' }).waitFor()
    for (const name of ['Voice', 'Knowledge and tools', 'Turn-taking', 'Handover', 'Evaluation', 'Variables']) {
      if (name === 'Voice') await page.getByRole('button', { name: 'Close the panel' }).click()
      await section(page, name)
      await assertAccessible(page, name)
    }
    await page.close()
    const viewer = await dashboard.open(account, `/assistants/${id}`, { role: 'viewer', locale: 'de-DE' })
    await viewer.getByText('Mit Ihrer Rolle können Sie diese Einstellungen nur lesen.').waitFor()
    assert.equal(await box(viewer, 'Name').isDisabled(), true)
    await viewer.getByRole('tab', { name: 'Qualität' }).click()
    await viewer.getByText('In diesem Zeitraum wurden keine Anrufe gemessen').waitFor()
    await viewer.goto(`${dashboard.baseUrl}/assistants`)
    await viewer.getByRole('heading', { name: 'Assistenten' }).waitFor()
    await viewer.getByRole('link', { name: 'Ada' }).waitFor()
    await assertAccessible(viewer, 'the list')
    await viewer.close()
  })
})
