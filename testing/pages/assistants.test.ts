// Tests of the pages of assistants: the list, all kinds of fields, refusals, two editors, versions and accessibility.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const markup = '<img src=x onerror="document.title=1"> & “Ada”'

describe('the pages of assistants', { skip: chromiumMissing, timeout: 300_000 }, async () => {
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
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const row = (page: Page, name: string) => card(page, name).getByRole('button', { name }).first()

  it('create an assistant with a name, and show, filter, duplicate and delete it', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/assistants', { hasPolicy: true })
    await page.getByText('No assistants yet').waitFor()
    await page.getByRole('link', { name: 'New assistant' }).first().click()
    await page.getByRole('link', { name: 'Start from scratch' }).click()
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

  /** Labels, helps and choices of the settings have no names or values of the API. */
  const assertReadable = async (page: Page, state: string) => {
    const text = (await page.getByRole('tabpanel', { name: 'Settings' }).textContent())!
    const found = text.match(/\b(?:null|true|false|pipeline|multimodal|dualplex|vad|[a-z]+_[a-z_]+)\b/g)
    assert.deepEqual(found, null, state)
  }

  it('open on the conversation, with the panel to try it beside it until it is closed', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}`)
    const panel = page.getByRole('complementary', { name: 'Try it' })
    await panel.getByRole('button', { name: 'Start conversation' }).waitFor()
    await box(page, 'Greeting').waitFor()
    await row(page, 'Knowledge').filter({ hasText: 'No knowledge yet' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Sections' }).getByRole('button').count(), 6)
    await panel.getByRole('button', { name: 'Close the panel' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Try it' }).waitFor()
    assert.equal(await panel.count(), 0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('dialog', { name: 'Try it' }).waitFor()
    await page.close()
  })

  it('find each setting by its words, and by the addresses of former sections', async () => {
    const account = await parley.createAccount()
    const { id } = (await account.client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}?section=webhooks`)
    await card(page, 'Notify your systems').waitFor()
    const search = page.getByRole('searchbox', { name: 'Find a setting' })
    await search.fill('keyword')
    await page.getByText('No settings match your search.').waitFor()
    await search.fill('hand person')
    await card(page, 'Settings found').getByText('Hand conversations over to people').waitFor()
    // A choice, and a setting that has no effect now and is not shown in its section.
    await search.fill('forest')
    await page.getByRole('button', { name: /Background sound$/ }).waitFor()
    await search.fill('volume')
    await page.getByText('Volume of the background sound').first().waitFor()
    await page.goto(`${dashboard.baseUrl}/assistants/${id}?section=models`)
    await page.getByRole('combobox', { name: 'Language model' }).waitFor()
    await box(page, 'Greeting').fill('x'.repeat(159))
    await page.getByRole('button', { name: 'Undo the change of Greeting' }).waitFor()
    assert.equal(await page.getByText(/of 200 characters/).count(), 0)
    await box(page, 'Greeting').fill('x'.repeat(170))
    await page.getByText('170 of 200 characters').waitFor()
    await page.close()
  })

  it('create what an assistant needs on the way, and keep the unsaved changes', async () => {
    const account = await parley.createAccount()
    const { client } = account
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}`)
    const dialog = page.getByRole('dialog')
    await box(page, 'Instructions').fill('Be brief.')
    await row(page, 'Knowledge').click()
    await page.getByRole('button', { name: 'Create a knowledge base' }).click()
    await dialog.getByLabel('Name').fill('Product manual')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await row(page, 'Knowledge').filter({ hasText: 'Product manual · 0 documents' }).waitFor()
    const documents = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Show the documents' }).click()
    await (await documents).getByRole('heading', { name: 'Product manual' }).waitFor()
    await section(page, 'Tools')
    await page.getByRole('button', { name: 'Create a tool' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('order_state')
    await dialog.getByLabel('Description', { exact: true }).fill('Looks an order up.')
    await dialog.getByLabel('Address', { exact: true }).fill('https://example.com/orders')
    await dialog.getByRole('button', { name: 'Create the tool' }).click()
    await page.getByRole('button', { name: 'Remove order_state' }).waitFor()
    await page.getByRole('button', { name: 'Add a tool' }).click()
    await page.getByRole('menuitem', { name: 'Book appointments' }).click()
    await page.getByRole('button', { name: 'Connect a calendar' }).click()
    await dialog.getByLabel('API key', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove Book appointments' }).click()
    await section(page, 'Channels')
    const numbers = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Get a number' }).click()
    await (await numbers).getByRole('dialog').waitFor()
    await section(page, 'Advanced')
    await page.getByRole('button', { name: 'New label' }).click()
    await dialog.getByLabel('Name').fill('Spring')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Remove Spring' }).waitFor()
    await page.getByText('4 unsaved changes').first().waitFor()
    await save(page)
    const { data } = await client.assistants.get({ id })
    assert.equal(data.system_prompt, 'Be brief.')
    assert.equal(data.knowledgebase_id, (await client.knowledge.list()).data[0]!.id)
    assert.deepEqual(data.tool_ids, [(await client.tools.list())[0]!.id])
    assert.deepEqual(data.label_ids, [(await client.labels.list()).data[0]!.id])
    await page.close()
  })

  it('save only the fields that were changed, of every kind', async () => {
    const account = await parley.createAccount()
    const { client } = account
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    const page = await dashboard.open(account, `/assistants/${id}`, { hasPolicy: true })
    await box(page, 'Instructions').fill('You are Grace of {{company}}.')
    await page.getByText('{{company}}', { exact: true }).waitFor()
    await row(page, 'Voice').click()
    await page.getByRole('button', { name: 'Choose a voice' }).click()
    // No vendor is connected, so the built-in voices speak, and no others are offered.
    assert.equal(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Select / })
        .count(),
      1,
    )
    await page.getByRole('button', { name: 'Select Built-in voice, male' }).click()
    await row(page, 'Voice').filter({ hasText: 'not connected, the built-in voice speaks' }).waitFor()
    await section(page, 'Tools')
    await page.getByRole('button', { name: 'Add a tool' }).click()
    await page.getByRole('menuitem', { name: 'Transfer the call' }).click()
    await box(page, 'Phone numbers, 1').fill('+14155550123')
    await page.getByText('Hand conversations over to people').click()
    await page.getByText('Only during office hours').click()
    await section(page, 'Channels')
    await box(page, 'Maximum call duration').fill('90')
    await section(page, 'After the call')
    await page.getByText('Record calls').click()
    await page.getByRole('button', { name: 'Add a value' }).click()
    await box(page, 'Name').fill('score')
    await box(page, 'Description').fill('How satisfied the customer was')
    await page.getByRole('button', { name: 'Rename' }).click()
    await card(page, 'General').getByLabel('Name').fill('Grace')
    await page.getByRole('button', { name: 'Add a variable' }).click()
    await card(page, 'Variables').getByLabel('Name').fill('company')
    await box(page, 'Default value').fill('Harbour')
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
    const page = await dashboard.open(account, `/assistants/${id}?section=tools`)
    await page.getByRole('button', { name: 'Add a tool' }).click()
    await page.getByRole('menuitem', { name: 'Transfer the call' }).click()
    await box(page, 'Phone numbers, 1').fill('1')
    await section(page, 'Conversation')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const number = box(page, 'Phone numbers, 1')
    await number.waitFor()
    await page.getByText(/Enter a phone number for “Phone numbers, 1”/).waitFor()
    await page.waitForFunction('() => document.activeElement?.name === "tools.1.data.phone_numbers.0"')
    await assertAccessible(page, 'a refused tool')
    await number.fill('+14155550123')
    await page.getByText(/Enter a phone number/).waitFor({ state: 'hidden' })
    await section(page, 'After the call')
    await page.getByText('After each call', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Address for calls” is required.').waitFor()
    await box(page, 'Address for calls').fill('https://hooks.example.com/')
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
    await section(first, 'Advanced')
    await card(first, 'General').getByLabel('Name').fill('Grace')
    await section(first, 'After the call')
    await first.getByText('Record calls').click()
    await section(second, 'Advanced')
    await card(second, 'General').getByLabel('Name').fill('Alan')
    await section(second, 'Channels')
    await box(second, 'Maximum call duration').fill('90')
    await save(first)
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText(/Someone else has changed this assistant in the meantime: Record calls, Name/).waitFor()
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
    const { id } = (await account.client.assistants.create({ name: 'Ada', system_prompt: 'One' })).data
    const page = await dashboard.open(account, `/assistants/${id}`)
    await box(page, 'Instructions').fill('Be brief.')
    await page.getByRole('link', { name: 'Calls' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    assert.equal(await box(page, 'Instructions').inputValue(), 'Be brief.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await page.waitForFunction('() => document.querySelector("[name=system_prompt]").value === "One"')
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
    await versions.getByText('Instructions, Record calls').waitFor()
    const prompt = page.getByRole('region', { name: 'Instructions' }).first()
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
    const page = await dashboard.open(account, `/assistants/${id}?section=voice`)
    await page.getByRole('button', { name: 'Choose a voice' }).waitFor()
    await assertAccessible(page, 'the first view')
    await assertReadable(page, 'Conversation')
    for (const name of ['Behavior', 'Tools', 'Channels', 'After the call', 'Advanced']) {
      await section(page, name)
      await assertAccessible(page, name)
      await assertReadable(page, name)
    }
    await page.close()
    const viewer = await dashboard.open(account, `/assistants/${id}`, { role: 'viewer', locale: 'de-DE' })
    await viewer.getByText('Mit Ihrer Rolle können Sie diese Einstellungen nur lesen.').waitFor()
    assert.equal(await box(viewer, 'Anweisungen').isDisabled(), true)
    await viewer.getByRole('tab', { name: 'Qualität' }).click()
    await viewer.getByText('In diesem Zeitraum wurden keine Anrufe gemessen').waitFor()
    await viewer.goto(`${dashboard.baseUrl}/assistants`)
    await viewer.getByRole('heading', { name: 'Assistenten' }).waitFor()
    await viewer.getByRole('link', { name: 'Ada' }).waitFor()
    await assertAccessible(viewer, 'the list')
    await viewer.close()
  })
})
