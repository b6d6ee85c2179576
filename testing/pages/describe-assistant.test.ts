// Tests of describing a new assistant: four clicks to an answer, drafts by a model, cancelling, failures and languages.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestDemo } from '../app/test-demo.ts'
import { article, openWebsite } from '../emulators/website.ts'
import type { Script } from '../language-models/script.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { buildDashboard, startDashboard } from './dashboard.ts'

const business = {
  '@type': 'Bakery',
  name: 'Harbour Street Bakery',
  telephone: '+49 30 1234567',
  openingHours: 'Mo-Fr 07:00-18:00',
}
const website = await openWebsite({
  '/': article(
    'Harbour Street Bakery',
    ['/cakes'],
    `<script type="application/ld+json">${JSON.stringify(business)}</script>`,
  ),
  '/cakes': article('Cakes to order'),
  '/picture': { headers: { 'content-type': 'image/png' }, body: 'PNG' },
  '/slow': () => undefined,
})
after(() => website[Symbol.asyncDispose]())

const written: Script = {
  pieces: [
    {
      tool: 'record',
      arguments: {
        template: 'booking',
        assistant_name: 'Mia, Torten',
        greeting: '{business}, hier ist Mia, die KI-Assistentin. Welche Torte darf es sein?',
        role: 'Du bist Mia. Du nimmst Bestellungen für {business} auf.',
        goal: 'Jede Bestellung ist vollständig.',
        steps: ['Frag nach der Torte.', 'Frag nach dem Tag der Abholung.'],
        limits: ['Versprich keinen Rabatt.'],
        endings: ['Wiederhole die Bestellung und verabschiede dich.'],
        evaluation: [{ name: 'cake', type: 'string', description: 'Die bestellte Torte' }],
        questions: ['Ich möchte eine Torte bestellen.'],
      },
    },
  ],
}

describe('describing a new assistant', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  await buildDashboard()
  const opened = new AsyncDisposableStack()
  after(() => opened[Symbol.asyncDispose]())

  it('leads to a spoken answer from the website in four clicks, without a language model', async () => {
    await using parley = await startTestDemo({ reachable: website.url })
    await using chromium = await borrowChromium({ hasMicrophone: true })
    const context = await chromium.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript(`clicks = 0; addEventListener('click', (event) => event.isTrusted && clicks++, true)`)
    await page.goto(await parley.createSignInLink())
    await page.getByRole('link', { name: 'New assistant', exact: true }).click()
    const description = page.getByLabel('What should it do?')
    await description.waitFor()
    await page.keyboard.type('Answer calls, and say when we are open.')
    assert.equal(await description.inputValue(), 'Answer calls, and say when we are open.')
    await page.getByLabel('Website (optional)').pressSequentially(website.url)
    await page.getByRole('button', { name: 'Write the assistant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Check the draft' })
    await dialog.getByText(/built-in model wrote this by rules/).waitFor()
    await dialog.getByText(/Read of the website for this draft: 2 pages/).waitFor()
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/assistants\/\d+/)
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const captions = page.getByRole('log', { name: 'Captions' })
    await captions.getByText(/Harbour Street Bakery, this is Clara/).waitFor()
    assert.equal(await page.evaluate('clicks'), 4)
    // Speaking is tested with the templates of assistants; here, the answer matters, which comes from the website.
    const line = page.getByRole('textbox', { name: 'Type what to say' })
    await line.fill('When do you open?')
    await line.press('Enter')
    await captions
      .getByText(/open Monday to Friday/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Hang up' }).click()
    await context.close()
  })

  const dashboard = opened.use(
    await startDashboard({
      hasMicrophone: true,
      script: written,
      config: { allowPrivate: [`127.0.0.1:${website.port}`] },
    }),
  )
  const { parley } = dashboard

  async function describeIt(page: Page, description: string, fields: Record<string, string>): Promise<void> {
    await page.getByLabel(/^(What should it do\?|Was soll er tun\?)/).fill(description)
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: /^(Write the assistant|Assistenten schreiben)$/ }).click()
  }

  it('shows the draft of the model in German, to be changed before it is created', async () => {
    parley.model.use(written)
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/assistants/new', { locale: 'de-DE' })
    await page.setViewportSize({ width: 390, height: 844 })
    await describeIt(page, 'Bestellungen für Torten am Telefon aufnehmen.', {
      'Name des Unternehmens': 'Bäckerei Anker',
    })
    const dialog = page.getByRole('dialog', { name: 'Entwurf prüfen' })
    await dialog.getByText(/Diesen Entwurf hat ein Sprachmodell geschrieben/).waitFor()
    await assertAccessible(page, 'a draft')
    const greeting = dialog.getByLabel('Begrüßung')
    assert.equal(
      await greeting.inputValue(),
      'Bäckerei Anker, hier ist Mia, die KI-Assistentin. Welche Torte darf es sein?',
    )
    await greeting.fill('Bäckerei Anker, guten Tag.')
    await dialog.getByLabel('Fragen von Kunden').fill('Haben Sie Torten?\nLiefern Sie?')
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await page.waitForURL(/\/assistants\/\d+/)
    const [assistant] = await account.client.assistants.listAll()
    assert.equal(assistant!.name, 'Mia, Torten')
    const { data } = await account.client.assistants.get({ id: assistant!.id })
    assert.deepEqual([data.initial_message, data.language], ['Bäckerei Anker, guten Tag.', 'German'])
    const { data: tests } = await account.client.assistantTests.list({ assistantId: data.id })
    assert.deepEqual(tests.map(({ name }) => name).toSorted(), ['Haben Sie Torten?', 'Liefern Sie?'])
    await page.close()
  })

  it('can be cancelled while it reads and in the draft, and says what is wrong with the fields', async () => {
    parley.model.use(written)
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/assistants/new')
    await describeIt(page, 'Take orders for cakes.', {})
    await page.getByText('“Name of the business” is required.').waitFor()
    await describeIt(page, 'Take orders for cakes.', { 'Website (optional)': `${website.url}/picture` })
    await page.getByText('The content type image/png is not supported.').waitFor()
    await describeIt(page, 'Take orders for cakes.', { 'Website (optional)': `${website.url}/slow` })
    await page.getByText('Reading the website …').waitFor()
    await assertAccessible(page, 'reading the website')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Reading the website …').waitFor({ state: 'detached' })
    await describeIt(page, 'Take orders for cakes.', { 'Website (optional)': '', 'Name of the business': 'Anker' })
    const dialog = page.getByRole('dialog', { name: 'Check the draft' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('What should it do?').inputValue(), 'Take orders for cakes.')
    parley.model.use({ status: 400 })
    await page.getByRole('button', { name: 'Write the assistant' }).click()
    await page.getByText(/The language model could not write the assistant\. Please try again\./).waitFor()
    assert.deepEqual(await account.client.assistants.listAll(), [])
    assert.deepEqual((await account.client.knowledge.list()).data, [])
    await page.close()
  })
})
