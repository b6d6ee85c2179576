// Tests of starting from a template: from the home page to an answer in four clicks, in both languages.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestDemo } from '../app/test-demo.ts'
import { borrowChromium, chromiumMissing } from '../processes/chromium.ts'
import { ask } from '../processes/microphone.ts'
import { assertAccessible } from './accessibility.ts'
import { buildDashboard } from './dashboard.ts'

const words = {
  'en-US': {
    home: 'Home',
    add: 'New assistant',
    card: 'Receptionist',
    business: 'Name of the business',
    info: 'What should the assistant know? (optional)',
    create: 'Create',
    required: '“Name of the business” is required.',
    known: 'We open at 7 o’clock and close at 6.',
  },
  'de-DE': {
    home: 'Start',
    add: 'Neuer Assistent',
    card: 'Empfang',
    business: 'Name des Unternehmens',
    info: 'Was soll der Assistent wissen? (optional)',
    create: 'Anlegen',
    required: '„Name des Unternehmens“ ist erforderlich.',
    known: 'Wir öffnen um 7 Uhr und schließen um 18 Uhr.',
  },
} as const

describe('a new assistant', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  await buildDashboard()
  const opened = new AsyncDisposableStack()
  after(() => opened[Symbol.asyncDispose]())
  const parley = opened.use(await startTestDemo())
  const chromium = opened.use(await borrowChromium({ hasMicrophone: true }))

  async function open(locale: keyof typeof words, width: number): Promise<{ page: Page; clicks(): Promise<number> }> {
    const context = await chromium.newContext({ locale, viewport: { width, height: 900 }, bypassCSP: true })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript(`clicks = 0; addEventListener('click', (event) => event.isTrusted && clicks++, true)`)
    await page.goto(await parley.createSignInLink())
    await page.getByRole('heading', { level: 1, name: words[locale].home }).waitFor()
    return { page, clicks: () => page.evaluate('clicks') }
  }

  async function create(page: Page, locale: keyof typeof words): Promise<void> {
    const t = words[locale]
    await page.getByRole('link', { name: t.add, exact: true }).click()
    await page.getByRole('link', { name: t.card, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t.card })
    await dialog.getByLabel(t.business).pressSequentially('Harbour Street Bakery')
    await dialog.getByLabel(t.info).pressSequentially(t.known)
    await dialog.getByRole('button', { name: t.create, exact: true }).click()
    await page.waitForURL(/\/assistants\/\d+/)
  }

  it('speaks and answers four clicks after the home page', async () => {
    const { page, clicks } = await open('en-US', 1440)
    await create(page, 'en-US')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const captions = page.getByRole('log', { name: 'Captions' })
    await captions.getByText(/Harbour Street Bakery, this is Clara/).waitFor()
    assert.equal(await clicks(), 4)
    await ask(page, 'When do you open?', captions.getByText(/open at 7/).first())
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.context().close()
  })

  it('speaks with a telephone, too', async () => {
    const { page, clicks } = await open('en-US', 390)
    await create(page, 'en-US')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByText(/Harbour Street Bakery, this is Clara/).waitFor()
    assert.equal(await clicks(), 4)
    await page.context().close()
  })

  it('answers in German in a chat, where no vendor understands German in calls', async () => {
    const { page, clicks } = await open('de-DE', 390)
    await create(page, 'de-DE')
    const chat = page.getByRole('region', { name: 'Chat mit dem Assistenten' })
    await chat.getByRole('button', { name: 'Konversation beginnen' }).click()
    await chat.getByText(/Harbour Street Bakery, hier ist Clara/).waitFor()
    assert.equal(await clicks(), 4)
    const message = chat.getByRole('textbox', { name: 'Nachricht' })
    await message.pressSequentially('Wann öffnen Sie?')
    await message.press('Enter')
    await chat.getByText(/Wir öffnen um 7 Uhr/).waitFor()
    await page.context().close()
  })

  it('shows the templates and the message about a missing name, without findings of axe or a horizontal scrollbar', async () => {
    for (const [locale, width] of [
      ['en-US', 1440],
      ['de-DE', 360],
    ] as const) {
      const { page } = await open(locale, width)
      await page.goto(`${parley.baseUrl}/assistants/new`)
      const card = page.getByRole('link', { name: words[locale].card, exact: true })
      await card.waitFor()
      await assertAccessible(page, `the cards, ${locale}`)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      await card.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: words[locale].card })
      await dialog.getByRole('button', { name: words[locale].create, exact: true }).click()
      await dialog.getByText(words[locale].required).waitFor()
      assert.equal(await dialog.getByText(/Chats funktionieren/).count(), locale === 'de-DE' ? 1 : 0)
      await assertAccessible(page, `the form, ${locale}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.context().close()
    }
  })
})
