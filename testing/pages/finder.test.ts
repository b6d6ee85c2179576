// Tests of the search for pages, records and actions, which opens over every page of the dashboard.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'
import { assertReachable } from './reachable.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const found = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const group = (page: Page, name: string) => page.getByRole('group', { name })
const focusedName = (page: Page) => page.evaluate('document.activeElement.name || document.activeElement.textContent')

describe('the search over all pages', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley, baseUrl } = dashboard
  const assistant = await parley.createCallingAssistant({ assistant: { name: 'Front desk' } })
  const { client } = assistant
  const account = { account: assistant.account, client } as Awaited<ReturnType<typeof parley.createAccount>>

  let page: Page
  before(async () => {
    page = await dashboard.open(account, '/assistants')
  })

  /** The page as if it were new, which a browser shows faster. */
  async function reopen(path: string): Promise<void> {
    await page.evaluate('sessionStorage.clear()')
    await page.goto(baseUrl + path)
  }

  it('is loaded when it is opened first, and opens, closes and returns the focus by keyboard', async () => {
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(new URL(request.url()).pathname))
    const name = page.getByRole('searchbox', { name: 'Search by name' })
    await name.fill('desk')
    await page.getByRole('link', { name: 'Front desk' }).waitFor()
    assert.ok(!scripts.some((path) => path.includes('finder')))
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    assert.ok(scripts.some((path) => path.includes('finder')))
    await until(async () => (await page.evaluate('document.activeElement.role')) === 'combobox')
    await page.keyboard.press('Control+k')
    await field(page).waitFor({ state: 'detached' })
    await until(async () => (await page.evaluate('document.activeElement.value')) === 'desk')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await until(async () => (await page.evaluate('document.activeElement.value')) === 'desk')
  })

  it('finds pages and actions with the first key, and opens them with Enter', async () => {
    const page = await dashboard.open(account, '/', { hasPolicy: true })
    await page.getByRole('button', { name: /^Find/ }).click()
    await field(page).waitFor()
    await page.keyboard.type('ca')
    assert.match((await page.getByRole('option').first().textContent())!, /^Calls/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new camp')
    await found(page, 'New campaign').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New campaign' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('deutsch')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Kampagnen', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Finden' }).click()
    await page.getByRole('combobox', { name: 'Alles finden' }).fill('abmel')
    await page.getByRole('option', { name: 'Abmelden' }).waitFor()
    await page.close()
  })

  it('finds the calls and the person of a phone number in any format, and offers to call it', async () => {
    const phone = '+12025557801'
    // A call that is answered would be heard and answered beside the tests.
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'busy' })
    const { call_id: callId } = await client.calls.make({
      assistant_id: assistant.id,
      phone_number: phone,
      variables: { customer_name: 'Peter' },
    })
    const { data: campaign } = await client.campaigns.create({ name: 'Spring', assistant_id: assistant.id })
    await client.leads.create({ campaign_id: campaign.id, phone_number: phone, variables: { customer_name: 'Peter' } })
    await reopen('/usage')
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill('1.202.555.7801')
    await group(page, 'Calls').getByRole('option', { name: /Peter/ }).waitFor()
    await group(page, 'People and conversations')
      .getByRole('option', { name: /Peter.*Spring/ })
      .waitFor()
    await field(page).fill('(202) 555-7801')
    await found(page, 'Call (202) 555-7801').click()
    await page.getByRole('dialog').getByLabel('Phone number').waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('Phone number').inputValue(), '(202) 555-7801')
    await page.goto(`${baseUrl}/usage`)
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill(`#${callId}`)
    await group(page, 'With this ID').getByRole('option', { name: /Peter/ }).waitFor()
  })

  it('finds records by name and by id, and shows what was open last', async () => {
    const { data: campaign } = await client.campaigns.create({ name: 'Desk sale', assistant_id: assistant.id })
    const { conversation_id: uuid } = await client.conversations.create({ assistant_id: assistant.uuid })
    await reopen('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill('desk')
    await group(page, 'Campaigns')
      .getByRole('option', { name: /Desk sale/ })
      .waitFor()
    await group(page, 'Assistants').getByRole('option', { name: 'Front desk' }).waitFor()
    await assertAccessible(page, 'results of the search')
    await assertReachable(page, 'results of the search')
    await found(page, /Desk sale/).click()
    await page.waitForURL(`**/campaigns/${campaign.id}*`)
    await page.getByRole('heading', { name: 'Desk sale' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill(uuid)
    await group(page, 'With this ID').getByRole('option').waitFor()
    // Nothing is marked, as after a paste.
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/inbox?conversation=${uuid}`)
    await page.keyboard.press('Control+k')
    const recent = group(page, 'Recently open').getByRole('option')
    await until(async () => /^Desk sale.*,Home$/.test((await recent.allTextContents()).join()))
    await assertAccessible(page, 'the search without a text')
    await field(page).fill('nothing has this name')
    await page.getByText('Nothing was found.').first().waitFor()
  })

  it('shows a member nothing that they may not open', async () => {
    const page = await dashboard.open(account, '/inbox', { role: 'agent' })
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await found(page, 'Home').waitFor()
    for (const name of ['Calls', 'Assistants', 'New assistant', 'Call a number', 'Import contacts', 'Usage'])
      assert.equal(await found(page, name).count(), 0, name)
    const requests: string[] = []
    page.on('response', (response) => void (response.status() === 403 && requests.push(response.url())))
    await field(page).fill('desk')
    await page.getByText('Nothing was found.').first().waitFor()
    assert.equal(await found(page, 'Front desk').count(), 0)
    await field(page).fill('audit')
    await page.getByText('Nothing was found.').first().waitFor()
    assert.equal(await found(page, 'Audit log').count(), 0)
    assert.deepEqual(requests, [])
    await page.close()
  })

  it('leaves the key to editors of rich text, and waits while a question is open', async () => {
    await reopen('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<p contenteditable id="rich">A</p>')`,
    )
    await page.locator('#rich').focus()
    await page.keyboard.press('Control+k')
    assert.equal(await focusedName(page), 'A')
    assert.equal(await field(page).count(), 0)
  })
})
