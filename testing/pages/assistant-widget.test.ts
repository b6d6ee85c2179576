// Tests of the page with the widget of an assistant: its code, its appearance with a preview, and the check of a website.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { pixel } from '../features/picture.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { openShadowTrees, startWebsite } from './website.ts'

describe('the widget of an assistant', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const website = await startWebsite(() => dashboard.baseUrl)
  after(() => website.close())
  const dashboard = await startDashboard({ config: { allowPrivate: [new URL(website.url).host] } })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, baseUrl } = dashboard
  const ada = await parley.createAssistant({ initial_message: 'Hello, this is Ada.' })

  const preview = (page: Page) => page.frameLocator('iframe[title=Preview]')

  it('is on a website three clicks after the home page', async () => {
    const page = await dashboard.open(ada, '/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: 'Open the widget' }).click()
    await page.getByRole('button', { name: 'Copy the code' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const code = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(code, `<script src="${baseUrl}/widget.js" data-assistant="${ada.uuid}" async></script>`)
    await page.context().close()
  })

  it('shows each change in the preview, and on websites when it is saved', async () => {
    const page = await dashboard.open(ada, '/', { hasPolicy: true })
    await page.addInitScript(openShadowTrees)
    await page.goto(`${baseUrl}/assistants/${ada.id}?view=widget`)
    const chat = preview(page)
    await chat.getByText('Hello, this is Ada.').waitFor()
    await page.getByLabel('Title').fill('Ask the bakery')
    await chat.getByRole('heading', { name: 'Ask the bakery' }).waitFor()
    await page.getByLabel('Welcome text').fill('We answer from 8 to 17.')
    await chat.getByText('We answer from 8 to 17.').waitFor()
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.keyboard.type('When do you open?')
    await chat.getByRole('button', { name: 'When do you open?' }).waitFor()
    // The form keeps the focus while the preview changes.
    assert.equal(await page.getByLabel('Question 1', { exact: true }).inputValue(), 'When do you open?')
    assert.equal((await parley.app.context.db.selectFrom('conversations' as never).execute()).length, 0)
    await page.getByRole('tab', { name: 'Tests' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Ask the bakery')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Websites show the change within five minutes').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(pixel) })
    await chat.locator('img.picture').waitFor()

    const visitor = await page.context().newPage()
    await visitor.addInitScript(openShadowTrees)
    await visitor.goto(`${website.url}/?assistant=${ada.uuid}`)
    await visitor.getByRole('button', { name: 'Open the chat' }).click()
    await visitor.getByRole('dialog', { name: 'Ask the bakery' }).getByText('We answer from 8 to 17.').waitFor()
    await page.context().close()
  })

  it('answers in the preview', async () => {
    const page = await dashboard.open(ada, '/')
    await page.addInitScript(openShadowTrees)
    await page.addInitScript(`addEventListener('message', ({ data }) => { appearance = data })`)
    await page.goto(`${baseUrl}/assistants/${ada.id}?view=widget`)
    const field = preview(page).getByRole('textbox', { name: 'Message' })
    parley.model.use('At seven.')
    await field.fill('When do you open?')
    // The page sends the appearance twice when it opens. The text that was written between the two stays.
    await page.evaluate('frames[0].postMessage(frames[0].appearance, location.origin)')
    await field.press('Enter')
    await preview(page).getByText('At seven.').waitFor()
    assert.equal(await preview(page).getByText('Hello, this is Ada.').count(), 1)
    await page.context().close()
  })

  it('says whether it works on a website, and what to mend', async () => {
    const page = await dashboard.open(ada, `/assistants/${ada.id}?view=widget`)
    const address = page.getByLabel('Address of a page')
    const check = async (url: string): Promise<void> => {
      await address.fill(url)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
    }
    await check(`${website.url}/?assistant=${ada.uuid}`)
    await page.getByText('The widget works on this page.').waitFor()
    await ada.client.assistants.update({ id: ada.id, widget_origins: ['https://www.example.com'] })
    const other = await parley.createAssistant()
    await check(`${website.url}/?assistant=${other.uuid}`)
    await page.getByText('The widget does not work on this page yet.').waitFor()
    await page.getByText(`${website.url} is not among the allowed websites.`).waitFor()
    await page.getByText('The code on the page is that of another assistant.').waitFor()
    await assertAccessible(page, 'the widget of an assistant with the findings of a website')
    await page.context().close()
  })

  it('is switched on again on its page, in German', async () => {
    await ada.client.assistants.update({ id: ada.id, widget_enabled: false })
    const page = await dashboard.open(ada, `/assistants/${ada.id}?view=widget`, { locale: 'de-DE' })
    await page.getByText('Das Widget ist für diesen Assistenten ausgeschaltet.').waitFor()
    await page.getByRole('button', { name: 'Einschalten' }).click()
    await page.getByText('Das Widget ist eingeschaltet.').waitFor()
    assert.equal((await ada.client.assistants.get({ id: ada.id })).data.widget_enabled, true)
    await page.context().close()
  })

  it('can be read but not changed by a viewer', async () => {
    const page = await dashboard.open(ada, `/assistants/${ada.id}?view=widget`, { role: 'viewer' })
    await page.getByRole('button', { name: 'Copy the code' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    await page.context().close()
  })
})
