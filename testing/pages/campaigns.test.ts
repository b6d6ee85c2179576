// Tests of the pages of campaigns: from a CSV file to the start, live progress, settings, leads, and who must not be contacted.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestAccount } from '../app/test-app.ts'
import { phones } from '../calls/campaigns.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { assertReachable } from './reachable.ts'

const leadsFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const inRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** In Tokyo. */
const isToday = (weekday: string): boolean =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Asia/Tokyo' }).format().toLowerCase() === weekday

/** Searches the menu of a column for a use, and chooses it. */
async function useColumn(page: Page, column: string, use: string): Promise<void> {
  await page.getByRole('combobox', { name: `Use of column ${column}`, exact: true }).fill(use)
  await page.getByRole('option', { name: use }).click()
}

/** Drops a file as people do, at the middle of an element. */
async function dropFile(page: Page, selector: string, path: string): Promise<void> {
  const element = page.locator(selector).first()
  await element.scrollIntoViewIfNeeded()
  const box = (await element.boundingBox())!
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    })
  await session.detach()
}

/** Campaigns that are created on the page contact people within office hours only. */
async function openAllHours({ client }: TestAccount, page: Page): Promise<void> {
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await client.campaigns.update({
    id,
    use_lead_timezone: false,
    allowed_days: null,
    allowed_hours_start_time: null,
    allowed_hours_end_time: null,
  })
  await page.getByText('Every day, at any time').waitFor()
}

const callerOf = ({ parley }: Dashboard) =>
  parley.createCallingAssistant({
    assistant: {
      name: 'Ada',
      initial_message: 'Hello {{customer_name}}.',
      max_duration: 25,
      ringing_time: 60,
    },
  })

describe('the pages of campaigns', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({ config: { speech: { default: 'scripted' } } })
  after(() => dashboard[Symbol.asyncDispose]())
  const folder = await mkdtemp(join(tmpdir(), 'parley-leads-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const { parley } = dashboard
  const { control } = parley.carrier

  it('lead from a CSV file over its preview to live outcomes and a pause', async () => {
    const caller = await callerOf(dashboard)
    const numbers = ['+12025554101', '+12025554102', '+12025554103', '+12025554104'] as const
    for (const [index, phone] of [phones.person, phones.busy, phones.rings, phones.person].entries())
      control.behaveOnCalls(numbers[index]!, phone)
    await caller.client.doNotContact.create({ phone_number: numbers[3] })
    const page = await dashboard.open(caller, '/campaigns')
    await page.getByText('No campaigns yet').waitFor()

    await page.getByRole('button', { name: 'New campaign' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New campaign' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('“Name” is required.').waitFor()
    await dialog.getByLabel('Name').fill('<b>Spring</b>')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: '<b>Spring</b>', level: 1 }).waitFor()
    await page.getByText('Monday to Friday, 09:00–18:00, in the time zone of the lead (UTC if it').waitFor()
    await openAllHours(caller, page)

    const lines = [
      'tel;name;note',
      `${numbers[0]};<i>Ada</i>;x`,
      `${numbers[1]};Bo;x`,
      `${numbers[2]};"Cy; ""the third""";x`,
      'n/a;Di;x',
      `${numbers[3]};Ed;x`,
    ]
    await page.setInputFiles('input[type=file]', leadsFile('people.csv', lines.join('\r\n')))
    await page.getByText('people.csv').waitFor()
    // The heading means the variable of the assistant.
    assert.equal(await page.getByRole('combobox', { name: 'Use of column name' }).inputValue(), 'Customer name')
    await page.getByText('contains all variables').waitFor()
    await useColumn(page, 'name', 'New variable')
    await page.getByText('expect variables that the file does not contain: Customer name').waitFor()
    await useColumn(page, 'name', 'Customer name')
    await useColumn(page, 'note', 'Ignore')
    await page.getByText('Cy; "the third"').waitFor()
    await assertAccessible(page, 'the preview of a file')
    await page.getByRole('button', { name: 'Import 5 rows' }).click()
    const leads = inRegion(page, 'Leads')
    await leads.getByText('4 imported').waitFor()
    await leads.getByText('1 rejected').waitFor()
    await leads.getByRole('row', { name: /^5 n\/a Enter a phone number for “Phone number”/ }).waitFor()

    const preview = inRegion(page, 'Preview and start')
    await preview.getByText('3 would be contacted').waitFor()
    await preview.getByText('1 would be skipped').waitFor()
    await preview.getByRole('row', { name: 'On the do-not-contact list 1' }).waitFor()
    await preview.getByRole('button', { name: 'Start' }).click()
    const question = page.getByRole('dialog', { name: 'Start “<b>Spring</b>”?' })
    await question.getByText('3 leads are called').waitFor()
    await question.getByText('1 left out: 1 × On the do-not-contact list').waitFor()
    await question.getByText('Every day, at any time, in the time zone UTC').waitFor()
    await question.getByText('At once').waitFor()
    // Four attempts of at most 25 seconds with each of three leads.
    await question.getByText('At most $0.60').waitFor()
    await question.getByText('If everything happens that the settings allow (12 calls)').waitFor()
    await question.getByText('$100.00').waitFor()
    await assertAccessible(page, 'the question before a start')
    let starts = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/campaigns/update-status')) starts++
    })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal(starts, 0)
    await preview.getByRole('button', { name: 'Start' }).press('Enter')
    await question.getByText('At most $0.60').waitFor()
    await question.getByRole('button', { name: 'Start', exact: true }).dblclick()
    await page.getByText('Campaign started successfully.').waitFor()
    assert.equal(starts, 1)

    await page.waitForURL(/tab=progress/)
    const outcomes = page.getByRole('table', { name: 'Outcomes' })
    await outcomes.getByRole('row', { name: /Person reached.* 1 / }).waitFor()
    await outcomes.getByRole('row', { name: /Busy.* 1 / }).waitFor()
    await inRegion(page, 'Leads').getByText('1 in progress').waitFor()
    await inRegion(page, 'Latest calls').getByRole('link', { name: numbers[2] }).waitFor()
    await page.getByText('Cost so far').waitFor()
    // A rate of the first seconds would say nothing about an hour.
    await page.getByText('Estimating …').first().waitFor()
    assert.equal(await page.getByText('per hour').count(), 0)
    await assertAccessible(page, 'the progress of a campaign')

    await page.getByRole('button', { name: 'Pause' }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByText('The campaign pauses after the attempts in progress (1)').waitFor()
    await confirm.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('The campaign was stopped by a request.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).waitFor()

    await page.getByRole('tab', { name: 'Leads' }).click()
    await page.getByRole('button', { name: /Status/ }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    await page.waitForURL(/status=completed/)
    await page.getByText('<i>Ada</i>').waitFor()
    await page.getByRole('link', { name: numbers[0] }).click()
    const drawer = page.getByRole('dialog', { name: numbers[0] })
    await drawer.getByText('Person reached').waitFor()
    await assertAccessible(page, 'a lead')
    const call = await drawer.getByRole('link', { name: 'Open the call' }).getAttribute('href')
    assert.match(call ?? '', /^\/calls\/\d+$/)
    await page.reload()
    await drawer.getByRole('button', { name: 'Contact again' }).click()
    await page.getByText('Lead updated successfully').waitFor()
    await page.close()
  })

  it('show what is wrong with a file, and stay when one is dropped beside the zone', async () => {
    const caller = await callerOf(dashboard)
    const { id } = (await caller.client.campaigns.create({ name: 'Files', assistant_id: caller.id })).data
    const page = await dashboard.open(caller, `/campaigns/${id}`)
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.csv')]
    await writeFile(small, '\ufeffName\tHandy\nÄnne\t+12025554199\n')
    await writeFile(
      large,
      'phone,customer_name\n+12025554199,Ada of a long name\n'
        .padEnd(49)
        .concat('+12025554198,Someone with a name\n'.repeat(1_600_000)),
    )
    await page.getByText('Drop a CSV file here').waitFor()
    const address = page.url()
    await dropFile(page, 'h1', small)
    await page.getByText('Drop the file onto the marked zone.').waitFor()
    assert.equal(page.url(), address)
    await dropFile(page, '[data-file-zone]', small)
    await page.getByText('Änne').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Use of column Handy' }).inputValue(), 'Phone number')
    await page
      .getByRole('button', { name: /Delimiter/ })
      .getByText('Tab')
      .waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()

    for (const [file, message] of [
      [leadsFile('empty.csv', ''), 'The file is empty.'],
      [leadsFile('list.xlsx', 'PK\u0003\u0004xl/workbook.xml'), 'The file is an Excel workbook (.xlsx).'],
      [leadsFile('image.csv', 'a\0b'), 'This is not a text file.'],
    ] as const) {
      await page.setInputFiles('input[type=file]', file)
      await page.getByText(message).waitFor()
    }
    await page.setInputFiles('input[type=file]', leadsFile('odd.csv', '"phone,name\n+1202,x'))
    await page.getByText('The first line has a quotation mark without a counterpart.').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()

    await page.setInputFiles('input[type=file]', large)
    await page.getByText(/large\.csv · \d+(\.\d+)? MB · about [\d,]+ rows/).waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.setInputFiles('input[type=file]', leadsFile('names.csv', 'name,town\nAda,Rome\n'))
    await page.getByText('No column looks like phone numbers.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Import 1 row' }).isDisabled())
    await assertAccessible(page, 'a file without phone numbers')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download a sample file' }).click(),
    ])
    await page.setInputFiles('input[type=file]', await sample.path())
    await page.getByText('+1 202 555 0141 · +1 202 555 0142').waitFor()
    await page.getByText('contains all variables').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.setInputFiles('input[type=file]', leadsFile('twice.csv', 'phone,city,city\n+12025554199,Rome,Paris\n'))
    await page.getByLabel('Variable of column city_2').fill('city')
    await page.getByText('This name is used twice.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Import 1 row' }).isDisabled())
    await page.getByLabel('Variable of column city_2').fill('other city')
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 imported').waitFor()
    const { data } = await caller.client.leads.list({ campaign_id: id })
    assert.deepEqual(data[0]?.variables, { city: 'Rome', 'other city': 'Paris' })
    await page.close()
  })

  it('say before the start, in German, when a closed campaign begins, and that the balance does not cover it', async () => {
    const caller = await parley.createCallingAssistant({
      account: { balanceUsd: 1 },
      assistant: { max_duration: 600 },
    })
    const [day] = ['monday', 'thursday'].filter((name) => !isToday(name)) as ['monday' | 'thursday']
    const { id } = (
      await caller.client.campaigns.create({
        name: 'Frühling',
        assistant_id: caller.id,
        allowed_days: [day],
        allowed_hours_start_time: '09:00',
        allowed_hours_end_time: '18:00',
        use_lead_timezone: true,
        max_retries: 1,
      })
    ).data
    await caller.client.leads.create({ campaign_id: id, phone_number: '+12025554401', timezone: 'Asia/Tokyo' })
    const page = await dashboard.open(caller, '/campaigns', { locale: 'de-DE' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Frühling' }).click()
    await page.getByRole('button', { name: 'Starten' }).dblclick()
    const question = page.getByRole('dialog', { name: '„Frühling“ starten?' })
    await question.getByText('1 Lead wird angerufen').waitFor()
    await question.getByText(/(Montag|Donnerstag), .* um 09:00, in der Zeitzone des Leads \(Asia\/Tokyo\)/).waitFor()
    await question.getByText('Höchstens 2,40 $').waitFor()
    await question.getByText('Das Guthaben deckt die höchsten Kosten nicht.').waitFor()
    await assertAccessible(page, 'the question before a start on a phone')
    await assertReachable(page, 'the question before a start on a phone')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    assert.equal((await caller.client.campaigns.get({ id })).status, 'draft')
    await page.close()
  })

  it('show a refused setting at its field, and keep what was saved', async () => {
    const caller = await callerOf(dashboard)
    const { id } = (await caller.client.campaigns.create({ name: 'Rules', assistant_id: caller.id })).data
    const page = await dashboard.open(caller, `/campaigns/${id}`)
    await page.getByRole('button', { name: /Pace and attempts/ }).click()
    const retries = page.getByRole('textbox', { name: 'Further attempts' })
    await retries.fill('9')
    // The part opens again, because it has the refused value.
    await page.getByRole('button', { name: /Pace and attempts/ }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('“Further attempts” must be between 1 and 5.').waitFor()
    assert.match((await retries.getAttribute('aria-describedby')) ?? '', /./)
    await retries.fill('2')
    // Changes stay while other tabs are shown.
    await page.getByRole('tab', { name: 'Leads' }).click()
    await page.getByText('No leads yet').waitFor()
    await page.getByRole('tab', { name: 'Set up' }).click()
    await page.getByText('The changes are not saved yet.').waitFor()
    await page.getByRole('button', { name: /^Schedule/ }).click()
    await page.getByRole('button', { name: 'Add times' }).click()
    await page.getByText('Mon', { exact: true }).click()
    await assertAccessible(page, 'the settings of a campaign')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Monday, 09:00–18:00, in the time zone UTC').waitFor()
    await page.getByText('The changes are not saved yet.').waitFor({ state: 'hidden' })
    const saved = await caller.client.campaigns.get({ id })
    assert.equal(saved.max_retries, 2)
    assert.deepEqual(saved.schedule_windows, [{ start: '09:00', end: '18:00' }])
    assert.deepEqual(saved.allowed_days, ['monday'])
    await page.close()
  })

  it('say which settings others have changed, too, and take their values on request', async () => {
    const caller = await callerOf(dashboard)
    const { id } = (await caller.client.campaigns.create({ name: 'Spring', assistant_id: caller.id })).data
    const page = await dashboard.open(caller, `/campaigns/${id}`)
    const settings = inRegion(page, 'Settings')
    const name = settings.getByRole('textbox', { name: 'Name' })
    const purpose = settings.getByRole('textbox', { name: 'Purpose' })
    await name.fill('Spring offer')
    await purpose.fill('Offers cakes')
    await caller.client.campaigns.update({ id, name: 'Easter' })
    await page.getByText('Someone else has changed the same settings in the meantime: Name.').waitFor()
    assert.deepEqual([await name.inputValue(), await purpose.inputValue()], ['Spring offer', 'Offers cakes'])
    await assertAccessible(page, 'a setting that others have changed')
    await page.getByRole('button', { name: 'Use their values' }).click()
    assert.deepEqual([await name.inputValue(), await purpose.inputValue()], ['Easter', 'Offers cakes'])
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('The changes are not saved yet.').waitFor({ state: 'hidden' })
    const saved = await caller.client.campaigns.get({ id })
    assert.deepEqual([saved.name, saved.purpose], ['Easter', 'Offers cakes'])
    await page.close()
  })

  it('list many leads, download them without formulas, and add and remove one', async () => {
    const caller = await callerOf(dashboard)
    const { id } = (await caller.client.campaigns.create({ name: 'Many', assistant_id: caller.id })).data
    const rows = Array.from({ length: 1_500 }, (_, index) => `+1202555${5000 + index},=cmd${index}`)
    await caller.client.leads.import({
      id,
      file: { name: 'many.csv', data: Buffer.from(['phone,customer_name', ...rows].join('\n')) },
    })
    const page = await dashboard.open(caller, `/campaigns/${id}?tab=leads`)
    const table = page.getByRole('table', { name: 'Leads' })
    await table.getByRole('link').first().waitFor()
    assert.equal(await table.getAttribute('aria-rowcount'), '1501')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const chunks = await (await file.createReadStream()).toArray()
    const csv = Buffer.concat(chunks).toString()
    assert.equal(csv.trim().split('\r\n').length, 1_501)
    assert.match(csv, /,'=cmd7\r\n/)

    await page.getByRole('button', { name: 'Add a lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a lead' })
    await dialog.getByLabel('Phone number', { exact: true }).fill('12')
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click()
    await dialog.getByText(/Enter a phone number for “Phone number”/).waitFor()
    await dialog.getByLabel('Phone number', { exact: true }).fill('+12025559999')
    await dialog.getByLabel('Variable customer_name').fill('Zoe')
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click()
    await page.getByLabel('Digits of the number').fill('9999')
    await page.waitForURL(/number=/)
    await page.getByRole('link', { name: '+12025559999' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.close()
  })

  it('keep the do-not-contact list and consents, also in German', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/campaigns?tab=do-not-contact', { locale: 'de-DE' })
    await page.getByText('Niemand ist auf der Liste').waitFor()
    await page.getByRole('button', { name: 'Nummern aufnehmen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Telefonnummern').fill('+12025554301\n+12025554302')
    await dialog.getByRole('button', { name: 'Aufnehmen' }).click()
    await page.getByText('+12025554302').waitFor()
    await assertAccessible(page, 'the do-not-contact list')
    await page.getByLabel('Ganze Telefonnummer').fill('+12025554301')
    await page.getByLabel('Ganze Telefonnummer').press('Enter')
    await page.getByText('+12025554302').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '+12025554301 entfernen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
    await page.getByText('Nichts passt zu diesen Filtern.').waitFor()
    await page.getByLabel('Eigene Wörter').fill('genug Rosen\n\nbasta così ')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Die Liste der Wörter wurde gespeichert.').waitFor()
    const { data: saved } = await account.client.optOutWords.get()
    assert.deepEqual(saved.words, ['genug Rosen', 'basta così'])
    await page.getByRole('button', { name: 'Speichern', disabled: true }).waitFor()
    await page.getByRole('tab', { name: 'Einwilligungen' }).click()
    await page.getByRole('button', { name: 'Einwilligung eintragen' }).click()
    await dialog.getByLabel('Telefonnummer').fill('+12025554301')
    await dialog.getByLabel('Quelle').fill('<u>Formular</u>')
    await dialog.getByRole('button', { name: 'Eintragen' }).click()
    await page.getByText('<u>Formular</u>').waitFor()
    await page.getByText('Erteilt', { exact: true }).waitFor()
    await page.close()
  })

  it('show viewers the progress with masked numbers, and no actions', async () => {
    const caller = await callerOf(dashboard)
    const { id } = (await caller.client.campaigns.create({ name: 'Seen', assistant_id: caller.id })).data
    await caller.client.leads.create({ campaign_id: id, phone_number: '+12025554401' })
    const page = await dashboard.open(caller, `/campaigns/${id}?tab=leads`, { role: 'viewer' })
    await page.getByRole('table', { name: 'Leads' }).getByRole('link').waitFor()
    assert.equal(await page.getByText('+12025554401').count(), 0)
    for (const name of ['Start', 'Add a lead', 'Delete: Seen'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    await page.close()
  })
})
