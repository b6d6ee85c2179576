// Tests of the widget on a website of another origin: chat, history, a person, hostile replies, keyboard and policies.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { signInMember } from '../app/members.ts'
import { until } from '../app/until.ts'
import { pixel } from '../features/picture.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { openShadowTrees, startWebsite } from './website.ts'

describe('the widget', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, chromium, baseUrl } = dashboard
  const ada = await parley.createAssistant({ initial_message: 'Hello, this is Ada.' })
  const bob = await parley.createAssistant({ initial_message: 'Hello, this is Bob.', widget_files_enabled: true })
  const website = await startWebsite(baseUrl)
  after(() => website.close())

  /** Like every script of a website, the test could not see into the closed shadow tree of the widget. */
  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await chromium.newContext(options)
    await context.addInitScript(openShadowTrees)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    return page
  }

  /** Opens the website as a new visitor. `attributes` are those of the script tag. */
  async function visit(attributes: Record<string, string> = {}, page?: Page): Promise<Page> {
    const opened = page ?? (await newPage())
    const query = new URLSearchParams({ assistant: ada.uuid, ...attributes })
    await opened.goto(`${website.url}/?${query}`)
    return opened
  }

  const launcher = (page: Page) => page.getByRole('button', { name: 'Open the chat' })
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
  const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

  async function write(page: Page, text: string): Promise<void> {
    await field(page).fill(text)
    await field(page).press('Enter')
  }

  it('chats by keyboard alone, and continues after a reload', async () => {
    const page = await visit()
    await launcher(page).focus()
    await page.keyboard.press('Enter')
    await log(page).getByText('Hello, this is Ada.').waitFor()
    parley.model.use('We open at seven.')
    await page.keyboard.type('When do you open?')
    await page.keyboard.press('Enter')
    await log(page).getByText('We open at seven.').waitFor()
    await page.keyboard.press('Escape')
    await launcher(page).waitFor()
    await visit({}, page)
    await launcher(page).click()
    await log(page).getByText('When do you open?').waitFor()
    assert.equal(await log(page).locator('.message').count(), 3)
    await page.context().close()
  })

  it('looks as it was set for its assistant, unless attributes of the website say otherwise', async () => {
    const grace = await parley.createAssistant({ initial_message: 'Welcome to the bakery.' })
    await grace.client.widgets.update({
      id: grace.id,
      title: 'Ask the bakery',
      welcome: 'People answer from 8 to 17.',
      questions: ['When do you open?', 'Do you bake rye?'],
      color: '#aa3311',
      side: 'start',
      language: 'de',
    })
    await grace.client.widgets.setPicture({ id: grace.id, file: { name: 'me.png', data: pixel } })
    const page = await visit({ assistant: grace.uuid, title: 'Our bakery' })
    await page.getByRole('button', { name: 'Chat öffnen' }).click()
    const chat = page.getByRole('dialog', { name: 'Our bakery' })
    await chat.getByText('People answer from 8 to 17.').waitFor()
    assert.equal(
      await chat
        .locator('img.picture')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      1,
    )
    const { x } = (await chat.boundingBox())!
    assert.ok(x < 100, 'the chat is at the start of the line')
    const messages = page.getByRole('log')
    await messages.getByText('Welcome to the bakery.').waitFor()
    await assertAccessible(page, 'the chat with suggested questions')
    parley.model.use('Yes, every day.')
    await chat.getByRole('button', { name: 'Do you bake rye?' }).click()
    await messages.getByText('Yes, every day.').waitFor()
    assert.equal(await chat.getByRole('button', { name: 'When do you open?' }).count(), 0)
    await page.context().close()
  })

  it('opens when the website asks for it before the widget is there', async () => {
    const page = await newPage()
    await page.route('**/api/widgets/*', async (route) => {
      await page.evaluate('Parley.open()')
      await route.continue()
    })
    await visit({}, page)
    await log(page).getByText('Hello, this is Ada.').waitFor()
    await page.context().close()
  })

  it('shows what a person writes, and that a person answers now', async () => {
    const page = await visit({ open: '' })
    parley.model.use('One moment.')
    await write(page, 'I need a person')
    await log(page).getByText('One moment.').waitFor()
    const { client } = await signInMember(parley, ada.account, 'agent')
    const { data } = await client.conversations.list({ sort: 'activity' })
    await client.conversations.write({ uuid: data[0]!.id, message: 'This is Grace. How can I help?' })
    await log(page).getByText('This is Grace.').waitFor()
    await log(page).getByText('A person of our team answers here now.').waitFor()
    await write(page, 'Thank you, Grace')
    await log(page).getByText('Thank you, Grace').waitFor()
    assert.equal(await log(page).getByText('Try again').count(), 0)
    const lines = () => log(page).locator('.message, .note').allTextContents()
    const expected = [
      'Answer: Hello, this is Ada.',
      'You: I need a person',
      'Answer: One moment.',
      'A person of our team answers here now.',
      'Answer: This is Grace. How can I help?',
      'You: Thank you, Grace',
    ]
    assert.deepEqual(await lines(), expected)
    await visit({ open: '' }, page)
    await log(page).getByText('Thank you, Grace').waitFor()
    assert.deepEqual(await lines(), expected)
    await client.conversations.enableAi({ uuid: data[0]!.id })
    parley.model.use('The assistant again.')
    await write(page, 'Are you there?')
    await log(page).getByText('The assistant again.').waitFor()
    await log(page).getByText('A person of our team answers here now.').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('shows hostile replies as text, and makes links of web addresses only', async () => {
    const page = await visit({ open: '', title: '<img src=x onerror=alert(1)>' })
    const reply = '<script>alert(1)</script> javascript:alert(1) [x](javascript:alert(1)) https://example.com/a?b=(c).'
    parley.model.use(reply)
    await write(page, 'Attack me')
    await log(page).getByText('<script>alert(1)</script>').waitFor()
    const links = log(page).getByRole('link')
    assert.deepEqual(
      await links.evaluateAll((found) => found.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
      [['https://example.com/a?b=(c)', 'noopener noreferrer nofollow']],
    )
    await page.getByRole('dialog', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    await page.context().close()
  })

  it('formats answers with elements, also while they are streamed, and not what visitors write', async () => {
    const page = await visit({ open: '', strict: '1' })
    const rest = Promise.withResolvers<void>()
    parley.model.use({
      pieces: ['**Rye** from [our', { gate: rest.promise }, ' oven](https://oven.example/rye)\n\n1. `a*b`\n2. _c_'],
    })
    await write(page, '**Which** bread?')
    await log(page).getByText('Rye').waitFor()
    const answer = log(page).locator('.other').last()
    assert.equal((await answer.textContent())!.replace(/^Answer:\s*/, '').trim(), 'Rye from our')
    rest.resolve()
    await answer.locator('em').waitFor()
    assert.deepEqual(
      await answer.evaluate((node) =>
        [...node.querySelectorAll('strong, a, li, code, em')].map((each) => `${each.tagName} ${each.textContent}`),
      ),
      ['STRONG Rye', 'A our oven', 'LI a*b', 'CODE a*b', 'LI c', 'EM c'],
    )
    await log(page).getByText('**Which** bread?').waitFor()
    await page.context().close()
  })

  it('stays as it is while the website replaces its pages without a reload', async () => {
    const page = await visit({ open: '' })
    await log(page).getByText('Hello, this is Ada.').waitFor()
    const hosts = () => page.locator('[data-side]').count()
    const replacements = {
      body: `const next = document.createElement('body'); next.append('Next'); document.body.replaceWith(next)`,
      content: `document.body.replaceChildren('Next')`,
      root: `document.documentElement.replaceChildren(document.head, document.createElement('body'))`,
      document: `const next = document.createElement('html'); next.append(document.createElement('head'), document.createElement('body')); document.documentElement.replaceWith(next)`,
    }
    for (const [name, script] of Object.entries(replacements)) {
      await field(page).fill(`Draft ${name}`)
      parley.model.use(`Answer ${name}`)
      await page.evaluate(script)
      // Pages of such websites contain the script tag again.
      await page.evaluate(`new Promise((resolve) => {
        const again = document.createElement('script')
        again.src = '${baseUrl}/widget.js'
        again.dataset.assistant = '${ada.uuid}'
        again.addEventListener('load', resolve)
        document.body.append(again)
      })`)
      await until(async () => (await hosts()) === 1)
      assert.equal(await field(page).inputValue(), `Draft ${name}`)
      await field(page).press('Enter')
      await log(page).getByText(`Answer ${name}`).waitFor()
    }
    await log(page).getByText('Answer body').waitFor()
    await page.evaluate('Parley.remove()')
    await page.evaluate(`document.body.replaceChildren('Without')`)
    assert.equal(await hosts(), 0)
    await page.context().close()
  })

  it('does not fight a website that removes it again and again', async () => {
    const page = await visit()
    await launcher(page).waitFor()
    const removed = await page.evaluate(`new Promise((resolve) => {
      let count = 0
      const remove = () => { for (const host of document.querySelectorAll('[data-side]')) { host.remove(); count++ } }
      new MutationObserver(remove).observe(document.documentElement, { childList: true })
      remove()
      setTimeout(() => resolve(count), 1_000)
    })`)
    assert.ok(Number(removed) >= 2 && Number(removed) <= 7, `${removed}`)
    await page.context().close()
  })

  it('sends a message again after a failure, once', async () => {
    const page = await visit({ open: '' })
    await log(page).getByText('Hello, this is Ada.').waitFor()
    await page.route('**/messages', (route) => route.abort())
    await write(page, 'Are you open today?')
    await log(page).getByText('This message was not sent.').waitFor()
    const { client } = ada
    const { data } = await client.conversations.list({ sort: 'activity' })
    await client.conversations.write({ uuid: data[0]!.id, message: 'We are here.' })
    await log(page).getByText('We are here.').waitFor()
    await log(page).getByText('Are you open today?').waitFor()
    await client.conversations.setOwner({ uuid: data[0]!.id, owner: 'assistant' })
    await page.unroute('**/messages')
    parley.model.use('Yes.')
    await log(page).getByRole('button', { name: 'Try again' }).click()
    await log(page).getByText('Yes.').waitFor()
    assert.equal(await log(page).getByText('Are you open today?').count(), 1)
    await page.context().close()
  })

  it('begins again while messages are being sent', async () => {
    const page = await visit({ open: '' })
    await log(page).getByText('Hello, this is Ada.').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/messages', async (route) => {
      await held.promise
      await route.fallback()
    })
    parley.model.use('An answer to One.')
    await write(page, 'One')
    await write(page, 'Two')
    await page.getByRole('button', { name: 'New conversation' }).click()
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await log(page).getByText('Hello, this is Ada.').waitFor()
    parley.model.use('Four.')
    await write(page, 'Three')
    await log(page).getByText('Four.').waitFor()
    assert.equal(
      await log(page)
        .getByText(/One|Two|not sent|not available/)
        .count(),
      0,
    )
    await page.context().close()
  })

  /** Returns when the newest conversation of the assistant is deleted. */
  async function eraseNewest({ client }: typeof ada): Promise<void> {
    const [newest] = (await client.conversations.list({ sort: 'activity' })).data
    await client.privacy.erasePerson({ identifier: newest!.id })
    const isErased = () =>
      parley.anonymous.conversations.get({ uuid: newest!.id }).then(
        () => false,
        () => true,
      )
    await until(isErased)
  }

  it('begins again while the conversation is being read', async () => {
    const page = await visit({ open: '' })
    parley.model.use('An answer.')
    await write(page, 'My secret')
    await log(page).getByText('An answer.').waitFor()
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/conversations/*', async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await held.promise
      await route.fulfill({ response })
    })
    await asked.promise
    await page.getByRole('button', { name: 'New conversation' }).click()
    await log(page).getByText('Hello, this is Ada.').waitFor()
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    assert.equal(await log(page).getByText('My secret').count(), 0)
    await page.context().close()
  })

  it('begins a new conversation with a sentence when the shown one was erased', async () => {
    const page = await visit({ open: '' })
    const shown = log(page).locator('.message')
    parley.model.use('We open at seven.')
    await write(page, 'When do you open?')
    await log(page).getByText('We open at seven.').waitFor()
    await eraseNewest(ada)
    parley.model.use('Yes, also today.')
    await write(page, 'Today, too?')
    const renewed = log(page).getByText('The earlier conversation was deleted. This is a new one.')
    await renewed.waitFor()
    await log(page).getByText('Yes, also today.').waitFor()
    assert.deepEqual(await shown.allInnerTexts(), [
      'Answer:\nHello, this is Ada.',
      'You:\nToday, too?',
      'Answer:\nYes, also today.',
    ])
    await eraseNewest(ada)
    await log(page).getByText('Today, too?').waitFor({ state: 'detached' })
    assert.deepEqual(await shown.allInnerTexts(), ['Answer:\nHello, this is Ada.'])
    await page.getByRole('button', { name: 'New conversation' }).click()
    await renewed.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('continues in the conversation with which another tab has replaced a deleted one', async () => {
    const page = await visit({ open: '' })
    parley.model.use('An answer.')
    await write(page, 'Hello')
    await log(page).getByText('An answer.').waitFor()
    const other = await visit({ open: '' }, await page.context().newPage())
    await log(other).getByText('An answer.').waitFor()
    await other.keyboard.press('Escape')
    await eraseNewest(ada)
    parley.model.use('Once more.')
    await write(page, 'Are you there?')
    await log(page).getByText('Once more.').waitFor()
    // Browsers tell other tabs of what is stored after a moment.
    const stored = () => JSON.stringify({ ...localStorage })
    await other.waitForFunction(`() => (${stored})() === ${JSON.stringify(await page.evaluate(`(${stored})()`))}`)
    parley.model.use('The same again.')
    await launcher(other).click()
    await write(other, 'And in this tab?')
    await log(other).getByText('The same again.').waitFor()
    for (const tab of [page, other])
      for (const text of ['Are you there?', 'And in this tab?', 'The same again.'])
        await log(tab).getByText(text).waitFor()
    await page.context().close()
  })

  it('works under the strict policy of a website, whose styles and shortcuts do not reach it', async () => {
    const page = await visit({ strict: '1', hostile: '1' })
    await launcher(page).click()
    parley.model.use('Fine.')
    await write(page, 'How are you? s')
    await log(page).getByText('Fine.').waitFor()
    assert.equal(await page.evaluate('window.shortcuts'), 0)
    const { width } = (await page.getByRole('dialog', { name: 'Chat with us' }).boundingBox())!
    assert.ok(width > 300)
    await page.context().close()
  })

  it('has no findings of axe, right to left, in German and in French too', async () => {
    const page = await newPage()
    await visit({}, page)
    await assertAccessible(page, 'closed')
    await visit({ open: '', language: 'de', dir: 'rtl', color: '#ffd400' }, page)
    await page.getByRole('log', { name: 'Nachrichten' }).getByText('Hello, this is Ada.').waitFor()
    await assertAccessible(page, 'open')
    await visit({ open: '', language: 'fr-CA' }, page)
    await page.getByRole('dialog', { name: 'Écrivez-nous' }).getByRole('button', { name: 'Envoyer' }).waitFor()
    await assertAccessible(page, 'in French')
    await page.context().close()
  })

  const chooser = (page: Page) => page.locator('input[type=file]')
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: pixel }
  const hostileName = '<img src=x onerror=alert(1)>.txt'
  const notes = { name: hostileName, mimeType: 'text/plain', buffer: Buffer.from('The lid is broken.') }

  it('sends files, which the inbox shows, and shows them again after a reload', async () => {
    const page = await visit({ assistant: bob.uuid, open: '' })
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await chooser(page).setInputFiles([photo, notes, { ...photo, name: 'drawing.png', buffer: Buffer.from('<svg/>') }])
    const chosen = page.getByRole('list', { name: 'Attached files' })
    await chosen.getByText('This type of file is not accepted.').waitFor()
    await assertAccessible(page, 'with chosen files')
    await chosen.getByRole('button', { name: 'Remove drawing.png' }).click()
    await chosen.locator('progress').first().waitFor({ state: 'detached' })
    await chosen.locator('canvas').waitFor()
    parley.model.use('I see.')
    await write(page, '')
    await log(page).getByText('I see.').waitFor()
    await chosen.waitFor({ state: 'hidden' })
    assert.equal(await log(page).getByText('[image]').count(), 0)
    await log(page).getByRole('img', { name: 'photo.png' }).waitFor()
    await visit({ assistant: bob.uuid, open: '' }, page)
    await log(page).getByRole('link', { name: 'Open photo.png' }).waitFor()
    await log(page).getByRole('link', { name: hostileName }).waitFor()
    await page.waitForFunction(
      `() => [...document.querySelectorAll('div')].some((host) => host.shadowRoot?.querySelector('.sent img')?.naturalWidth === 1)`,
    )
    const { data } = await bob.client.conversations.list({ sort: 'activity' })
    const member = await dashboard.open(bob, `/inbox?conversation=${data[0]!.id}`, { role: 'agent' })
    await member.getByRole('link', { name: 'Open picture photo.png' }).waitFor()
    await member.getByRole('link', { name: hostileName }).waitFor()
    await assertAccessible(member, 'the inbox')
    await member.context().close()
    await page.context().close()
  })

  it('takes dropped and pasted files under the policy of a website, and tries again after a failure', async () => {
    const page = await visit({ assistant: bob.uuid, open: '', strict: '1', language: 'de' })
    await page.getByRole('button', { name: 'Dateien anhängen' }).waitFor()
    await page.route('**/files', (route) => route.abort())
    await page.evaluate(`{
      const panel = [...document.querySelectorAll('div')].find((host) => host.shadowRoot).shadowRoot.querySelector('.panel')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Hello'], 'hello.txt', { type: 'text/plain' }))
      panel.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }`)
    const chosen = page.getByRole('list', { name: 'Angehängte Dateien' })
    await chosen.getByText('Die Datei konnte nicht hochgeladen werden.').waitFor()
    await page.unroute('**/files')
    await chosen.getByRole('button', { name: 'Erneut versuchen: hello.txt' }).click()
    await page.getByRole('status').getByText('hello.txt ist angehängt').waitFor({ state: 'attached' })
    await page.evaluate(`{
      const field = [...document.querySelectorAll('div')].find((host) => host.shadowRoot).shadowRoot.querySelector('textarea')
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob('${pixel.toString('base64')}'), (letter) => letter.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await page.getByRole('status').getByText('image.png ist angehängt').waitFor({ state: 'attached' })
    parley.model.use('Danke.')
    await page.getByRole('textbox', { name: 'Nachricht' }).press('Enter')
    const messages = page.getByRole('log', { name: 'Nachrichten' })
    await messages.getByText('Danke.').waitFor()
    await messages.getByRole('img', { name: 'image.png' }).waitFor()
    // The policy of this website allows no pictures of Parley, so that their names are shown.
    await visit({ assistant: bob.uuid, open: '', strict: '1', language: 'de' }, page)
    await messages.getByRole('link', { name: 'image.png öffnen' }).getByText('image.png').waitFor()
    await page.context().close()
  })

  it('moves files to the conversation that replaces a deleted one', async () => {
    const page = await visit({ assistant: bob.uuid, open: '' })
    const isAttached = (name: string) =>
      page.getByRole('status').getByText(`${name} is attached`).waitFor({ state: 'attached' })
    const send = async (text: string) => {
      parley.model.use(`Answer to ${text}`)
      await write(page, text)
      await log(page).getByText(`Answer to ${text}`).waitFor()
      const [newest] = (await bob.client.conversations.list({ sort: 'activity' })).data
      const { data } = await bob.client.conversations.show({ uuid: newest!.id })
      return data.history.find(({ content }) => content === text)?.attachments?.map(({ filename }) => filename)
    }
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    // Deleted and replaced between the upload and the message.
    await chooser(page).setInputFiles([photo])
    await isAttached('photo.png')
    await eraseNewest(bob)
    await log(page).getByText('The earlier conversation was deleted.').waitFor()
    assert.deepEqual(await send('One'), ['photo.png'])
    // Noticed by the message.
    await chooser(page).setInputFiles([{ ...photo, name: 'two.png' }])
    await isAttached('two.png')
    await eraseNewest(bob)
    assert.deepEqual(await send('Two'), ['two.png'])
    // Noticed by an upload, while another file is attached.
    const held = Promise.withResolvers<void>()
    await page.route('**/files', async (route) => {
      await held.promise
      await route.continue()
    })
    await chooser(page).setInputFiles([{ ...photo, name: 'three.png' }])
    await eraseNewest(bob)
    held.resolve()
    await isAttached('three.png')
    await page.unrouteAll({ behavior: 'wait' })
    assert.deepEqual(await send('Three'), ['three.png'])
    assert.equal(await log(page).getByText('This message was not sent.').count(), 0)
    await page.context().close()
  })

  it('offers files only where the assistant accepts them', async () => {
    const page = await visit({ open: '' })
    await log(page).getByText('Hello, this is Ada.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Attach files' }).count(), 0)
    await page.context().close()
  })

  it('does not answer on websites that the assistant does not allow', async () => {
    const closed = await parley.createAssistant({ widget_origins: ['https://shop.example'] })
    const page = await visit({ assistant: closed.uuid, open: '' })
    await log(page).getByText('The chat is not available at the moment.').waitFor()
    await page.context().close()
  })
})
