// Tests of the page for usage: what was spent on what, every transaction, and the alerts of the balance.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the page for usage', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  async function createUsage() {
    const assistant = await parley.createAssistant({ name: '<b>Ada</b>' })
    for (const customer of ['a', 'b', 'c'])
      await assistant.client.conversations.generateReply({
        assistant_id: assistant.id,
        customer_identifier: customer,
        message: 'Hello',
      })
    const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id: assistant.uuid })
    await parley.anonymous.conversations.sendMessage({ uuid, message: 'Hello' })
    return assistant
  }

  it('shows what was spent by day, channel and assistant, also by keyboard and as a table', async () => {
    const account = await createUsage()
    const { total } = await account.client.billing.getUsage({ group_by: 'day' })
    const page = await dashboard.open(account, '/usage')
    const spent = page.getByText('Spent today').locator('..')
    await spent.getByText(`$${total.cost_usd.toFixed(2)}`).waitFor()
    await spent.getByText('Nothing in the period before').waitFor()
    await page.getByText(/^About 13 h \d+ min of calls/).waitFor()
    const chart = page.getByRole('slider')
    assert.match((await chart.getAttribute('aria-valuetext'))!, /Website chat \$0\.01, API conversations \$0\.03/)
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    assert.match((await chart.getAttribute('aria-valuetext'))!, /nothing$/)
    await assertAccessible(page, 'the overview')
    const breakdown = page.getByRole('table', { name: 'Breakdown' })
    await breakdown.getByRole('link', { name: '<b>Ada</b>' }).waitFor()
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const days = page.getByRole('table', { name: 'Spent by day and channel' })
    await days.getByRole('row').nth(1).getByText('$0.04').first().waitFor()
    await page.getByRole('button', { name: /Channel/ }).click()
    await page.getByRole('option', { name: 'Website chat' }).click()
    await days.getByRole('row').nth(1).getByText('$0.01').first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('channel'), 'widget')
    await page.reload()
    await page.getByText('Total: $0.01').first().waitFor()
    await page.close()
  })

  it('lists the transactions of the filters, and saves them as a file', async () => {
    const account = await createUsage()
    const page = await dashboard.open(account, '/usage?tab=transactions&channel=api')
    const table = page.getByRole('table', { name: 'Transactions' })
    await table.getByRole('row').nth(3).waitFor()
    assert.equal(await table.getByRole('row').count(), 4)
    await assertAccessible(page, 'the transactions')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    assert.equal(lines.length, 4)
    assert.match(lines[0]!, /amount_usd/)
    const [conversation] = (await account.client.conversations.list()).data
    await table.getByRole('link', { name: 'Conversation' }).first().click()
    await page.waitForURL(/\/inbox\?conversation=/)
    assert.ok(conversation)
    await page.goBack()
    await page.getByRole('button', { name: 'All Kind' }).click()
    await page.getByRole('option', { name: 'Top-up' }).click()
    await page.getByText('No transactions match these filters').waitFor()
    await page.close()
  })

  it('saves the alerts of the balance, and shows refused values at their fields', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/usage?tab=alerts', { hasPolicy: true })
    await page.getByRole('button', { name: 'Add a threshold' }).click()
    await page.getByLabel('Threshold 1').fill('0')
    await page.getByLabel('Email addresses').fill('ada@example.com\nbob@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/must be at least 0.01/).waitFor()
    await page.getByLabel('Threshold 1').fill('12.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The balance alerts were saved.').waitFor()
    const { thresholds, emails } = await account.client.billing.getBalanceAlerts()
    assert.deepEqual([thresholds[0]!.threshold_usd, emails], [12.5, ['ada@example.com', 'bob@example.com']])
    await page.close()
  })

  it('is available in German, and says when nothing was spent', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/usage', { role: 'viewer', locale: 'de-DE' })
    await page.getByText('In diesem Zeitraum wurde nichts verbraucht').waitFor()
    await page.getByText(/^Etwa 13 h 53 min Gesprächszeit/).waitFor()
    assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Übersicht', 'Buchungen'])
    await assertAccessible(page, 'an account without usage')
    await page.close()
  })
})
