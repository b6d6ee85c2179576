// Tests of the inbox: answering a customer, views and filters, members at the same conversation, shortcuts and roles.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestAccount } from '../app/test-accounts.ts'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'

const dayMs = 86_400_000
const markup = '<img src=x onerror="document.title=1"> Ann'

/** Conversations with these customers, the last one first in the list. */
async function converse({ parley }: Dashboard, account: TestAccount, names: readonly string[]) {
  const assistant = await parley.createAssistant({ initial_message: 'Welcome.' }, account)
  const uuids: string[] = []
  for (const customer_name of names) {
    const created = await account.client.conversations.create({
      assistant_id: assistant.uuid,
      variables: { customer_name },
    })
    uuids.push(created.conversation_id)
  }
  return { assistant, uuids }
}

describe('the inbox', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  const rows = (page: Page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link')
  const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")')
  const list = `document.querySelector('[role=region][aria-label=Conversations]')`
  const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })

  it('shows what a customer writes and the AI answers, and lets a member take over and answer', async () => {
    const sender = await parley.createSender()
    await sender.client.savedReplies.create({ shortcut: 'hours', text: 'We open at nine, {{customer_name}}.' })
    const phone = parley.createPhoneNumber()
    const page = await dashboard.open(sender, '/inbox', { role: 'agent' })
    await page.getByText('No conversations').waitFor()
    const write = (body: string) =>
      parley.carrier.phones.send({ from: phone, to: sender.number, body, fields: { ProfileName: 'Grace' } })
    await write('When do you open?')
    await rows(page).filter({ hasText: 'Chat app' }).click()
    await messages(page).getByText('When do you open?').waitFor()
    await messages(page).getByText('Hello.').waitFor()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByRole('button', { name: 'Hand back to the AI' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Message to the customer' })
    await field.fill('/ho')
    await page.getByRole('option', { name: /hours/ }).waitFor()
    await field.press('Enter')
    await until(async () => (await field.inputValue()).startsWith('We open at nine,'))
    await field.press('Enter')
    await until(async () => parley.textsReceivedBy(phone).some((text) => text.startsWith('We open at nine,')))
    await messages(page).getByText('We open at nine,').waitFor()
    assert.equal(await field.inputValue(), '')

    await page.getByRole('button', { name: 'Note', exact: true }).click()
    const note = page.getByRole('textbox', { name: 'Note for your team' })
    await note.fill('Wants walnuts.')
    await note.press('Enter')
    await page.getByRole('article', { name: 'Note, only for your team' }).getByText('Wants walnuts.').waitFor()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await field.fill('A draft')
    await page.reload()
    await until(async () => (await field.inputValue()) === 'A draft')
    assert.ok(!parley.textsReceivedBy(phone).includes('Wants walnuts.'))
    await assertAccessible(page, 'an open conversation')
    await page.close()
  })

  it('keeps its filters in the address, finds customers, and saves views for the member', async () => {
    const account = await parley.createAccount()
    const { uuids } = await converse(dashboard, account, ['Bob', markup, 'Grace'])
    await account.client.conversations.setOwner({ uuid: uuids[0]!, owner: 'nobody' })
    await parley.anonymous.conversations.sendMessage({ uuid: uuids[1]!, message: 'A cinnamon bun' })
    await parley.anonymous.conversations.sendMessage({ uuid: uuids[0]!, message: 'Hi' })
    const page = await dashboard.open(account, '/inbox')
    await rows(page).nth(2).waitFor()
    assert.match((await rows(page).nth(0).textContent())!, /^Bob/)
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('cinnam')
    await page.getByText('1 conversation', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('search'), 'cinnam')
    await rows(page).getByText(markup, { exact: true }).click()
    await page.getByRole('heading', { name: markup }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('conversation'), uuids[1])
    assert.equal(await page.title(), 'Inbox · Parley')

    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Unassigned' }).click()
    await page.getByText('1 conversation', { exact: true }).waitFor()
    assert.match(page.url(), /owner=nobody/)
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await page.getByText('Only unread').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Save these filters as a view' }).click()
    await page.getByLabel('Name of the view').fill('Waiting')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Waiting' }).waitFor()

    const other = await page.context().newPage()
    await other.goto(`${dashboard.baseUrl}/inbox`)
    await other.getByRole('link', { name: 'Waiting' }).click()
    await other.waitForURL(/owner=nobody&unread=true/)
    await other.goto(`${dashboard.baseUrl}/inbox?owner=assistant&unread=true`)
    await other.getByRole('button', { name: 'Save these filters as a view' }).click()
    await other.getByLabel('Name of the view').fill('waiting')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    const field = other.getByLabel('Name of the view')
    await other.getByText('“Name of the view” is already in use. Choose another one.').waitFor()
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await other.close()
    await page.close()
  })

  it('shows each member who else has the conversation open and who writes, and who owns it', async () => {
    const account = await parley.createAccount()
    const { uuids } = await converse(dashboard, account, ['Grace'])
    const path = `/inbox?conversation=${uuids[0]}`
    const ann = await dashboard.open(account, path, { role: 'agent' })
    await ann.getByRole('heading', { name: 'Grace' }).waitFor()
    const bob = await dashboard.open(account, path, { role: 'owner' })
    await bob.getByText('Also open for A agent').waitFor()
    await ann.getByText('Also open for A owner').waitFor()
    await ann.getByRole('textbox', { name: 'Message to the customer' }).fill('I am')
    await bob.getByText('Being answered by A agent …').waitFor()
    await ann.getByRole('button', { name: 'Take over' }).click()
    const field = bob.getByRole('textbox', { name: 'Message to the customer' })
    await bob.getByText('A agent answers this conversation.').waitFor()
    await field.fill('Me too')
    await field.press('Enter')
    await bob.getByText('A agent owns the conversation.').waitFor()
    assert.equal(await field.inputValue(), 'Me too')
    await bob.getByRole('button', { name: 'Take over and send' }).click()
    await messages(ann).getByText('Me too').waitFor()
    await ann.getByRole('link', { name: 'Home' }).click()
    await bob.getByText('Also open for A agent').waitFor({ state: 'hidden' })
    await ann.close()
    await bob.close()
  })

  it('is operated with the keyboard, and its shortcuts can be switched off', async () => {
    const account = await parley.createAccount()
    const { uuids } = await converse(dashboard, account, ['Bob', 'Grace'])
    const page = await dashboard.open(account, '/inbox', { role: 'agent' })
    await rows(page).nth(1).waitFor()
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Bob' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('conversation'), uuids[0])
    await page.keyboard.press('n')
    const note = page.getByRole('textbox', { name: 'Note for your team' })
    await note.waitFor()
    await until(async () => (await focused(page)) === 'Note for your team')
    await page.keyboard.type('a note? /')
    assert.equal(await note.inputValue(), 'a note? /')
    await rows(page).nth(1).focus()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Hand back to the AI' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: /Tomorrow at 9:00/ }).click()
    await page
      .getByText(/^Snoozed until/)
      .first()
      .waitFor()
    await rows(page).nth(0).focus()
    await page.keyboard.press('/')
    await until(async () => (await focused(page)) === 'Search conversations')
    await rows(page).nth(0).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Next conversation').waitFor()
    await assertAccessible(page, 'the list of shortcuts')
    await page.getByText('Use shortcuts of single keys').click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await rows(page).nth(0).focus()
    await page.keyboard.press('?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.close()
  })

  it('keeps the rows in place while others move up, and reads older ones when they are looked at', async () => {
    const account = await parley.createAccount()
    const names = Array.from({ length: 70 }, (_, index) => `Customer ${70 - index}`)
    const { uuids } = await converse(dashboard, account, names)
    const page = await dashboard.open(account, '/inbox')
    await rows(page).getByText('Customer 1', { exact: true }).waitFor()
    await page.evaluate(`${list}.scrollTo(0, 84 * 35)`)
    const row = rows(page).getByText('Customer 40', { exact: true })
    await row.waitFor()
    const before = (await row.boundingBox())!.y
    await parley.anonymous.conversations.sendMessage({ uuid: uuids[0]!, message: 'Me again' })
    await until(async () => Number(await page.evaluate(`${list}.scrollTop`)) > 84 * 35)
    assert.equal((await row.boundingBox())!.y, before)
    await page.evaluate(`${list}.scrollTo(0, 0)`)
    await rows(page)
      .filter({ hasText: /^Customer 70/ })
      .waitFor()
    await page.close()
  })

  it('is read only and masked for viewers, fits narrow windows, and is available in German', async () => {
    const account = await parley.createAccount()
    await converse(dashboard, account, ['Grace'])
    const page = await dashboard.open(account, '/inbox', { role: 'viewer', locale: 'de-DE' })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('region', { name: 'Konversationen' }).getByRole('link').click()
    await page.getByRole('article').waitFor()
    assert.equal(await page.getByText('Grace').count(), 0)
    assert.equal(await page.getByRole('textbox').count(), 0)
    await page.getByRole('button', { name: 'Zurück zur Liste' }).click()
    await page.getByRole('region', { name: 'Konversationen' }).getByRole('link').waitFor()
    await assertAccessible(page, 'the list')
    await page.close()
  })

  it('explains a closed window and sends a template', async () => {
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const listed = async () => (await sender.client.conversations.list({ type: 'chatapp' })).data[0]
    await until(async () => (await listed()) !== undefined)
    await parley.turnClock(dayMs)
    const page = await dashboard.open(sender, `/inbox?conversation=${(await listed())!.id}`, { role: 'agent' })
    await page.getByText('The 24-hour window is closed').waitFor()
    await page.getByRole('button', { name: 'Choose a template' }).click()
    await page.getByRole('dialog').getByRole('list', { name: 'Templates' }).getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('Ann')
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/^Ann, your order/)
      .waitFor()
    await assertAccessible(page, 'a template')
    await page.getByRole('button', { name: 'Send the template' }).click()
    await until(async () => parley.textsReceivedBy(phone).some((text) => text.startsWith('Ann, your order')))
    await page.getByText(/You can write freely for another 23 h/).waitFor()
    await page.close()
  })
})
