// Tests of the pages of calls: the list, a call that was recorded, and calls that are missing or were not connected.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../app/until.ts'
import { endCall, hangUp, line } from '../calls/phone-calls.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const longAnswer = 'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays.'
const name = 'Ada <img src=x onerror=alert(1)>'
const phone = '+12025554801'

describe('the pages of calls', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const answers = [longAnswer, 'It is.', endCall('Goodbye.')]
  const asked: string[] = []
  const receiver = await openReceiver()
  const dashboard = await startDashboard({
    config: { speech: { default: 'scripted' }, allowPrivate: [new URL(receiver.url).host] },
    script: ({ body }) => {
      const messages = JSON.stringify(body['messages'])
      if (!messages.includes('You answer the phone.'))
        return { pieces: [{ tool: 'record', arguments: { topic: 'hours' } }] }
      // An answer that was prepared during a pause can be requested again.
      if (!asked.includes(messages)) asked.push(messages)
      return answers[asked.indexOf(messages)] ?? 'Yes.'
    },
  })
  after(async () => {
    await dashboard[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
  })
  const { parley } = dashboard
  const { control } = parley.carrier
  const assistant = await parley.createCallingAssistant({
    assistant: {
      name,
      system_prompt: 'You answer the phone.',
      initial_message: 'Hello.',
      record: true,
      max_duration: 25,
      tools: [{ type: 'end_call' }],
      variables: { customer_name: 'there' },
      is_webhook_active: true,
      webhook_url: `${receiver.url}/ended`,
      post_call_evaluation: true,
      post_call_schema: [{ name: 'topic', type: 'string', description: 'What it was about' }],
    },
  })
  const { client } = assistant

  async function finishCall(to: string, customer = 'Peter'): Promise<number> {
    const { call_id: id } = await client.calls.make({
      assistant_id: assistant.id,
      phone_number: to,
      variables: { customer_name: customer },
    })
    await until(async () => !['initiated', 'ringing', 'in-progress'].includes((await client.calls.get({ id })).status))
    return id
  }

  control.behaveOnCalls(phone, {
    steps: [
      line('When do you open?'),
      line('Stop, is that today?', { interruptAfterMs: 1_500 }),
      line('Thank you, bye.'),
      hangUp(),
    ],
  })
  control.behaveOnCalls('+12025554802', { pickUp: 'busy', ringMs: 0 })
  const [callId, busyId] = await Promise.all([finishCall(phone), finishCall('+12025554802', '<b>Eve</b>')])

  const positionIn = async (page: Page): Promise<number> =>
    Number(await page.getByRole('slider', { name: 'Position in the call' }).getAttribute('aria-valuenow'))

  it('play a call, seek by its transcript, and mark the span of a latency', async () => {
    const page = await dashboard.open(assistant, `/calls/${callId}`, { hasPolicy: true })
    await page.getByRole('heading', { name: `Peter (${phone})` }).waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await until(async () => (await positionIn(page)) >= 1)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const transcript = page.getByRole('group', { name: 'Transcript' })
    const entry = transcript.getByRole('button', { name: /Stop, is that today/ })
    await entry.click()
    assert.equal(await entry.getAttribute('aria-current'), 'true')
    assert.ok((await positionIn(page)) >= 2)
    await transcript.getByText('The customer did not hear the words that are struck through.').waitFor()
    assert.match((await transcript.locator('s').textContent())!, /Sundays\.$/)
    await page.getByRole('slider', { name: 'Position in the call' }).press('Home')
    assert.equal(await positionIn(page), 0)

    await page.getByRole('tab', { name: 'Latency' }).click()
    await page
      .getByRole('button', { name: /^Turn 1, Recognition: / })
      .first()
      .click()
    await page.getByText(/^Turn 1, Recognition: .* from 0:/).waitFor()
    const mark = await page.locator('[data-mark] rect').boundingBox()
    assert.ok(mark && mark.width >= 6, 'a short span is visible')
    assert.equal(new URL(page.url()).searchParams.get('step'), 'recognized')
    await page.reload()
    await page.getByText(/^Turn 1, Recognition: .* from 0:/).waitFor()
    await page.close()
  })

  it('show what is known about a call in tabs, without findings of axe', async () => {
    const page = await dashboard.open(assistant, `/calls/${callId}`)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await assertAccessible(page, 'a transcript')
    const shown = [
      ['Latency', 'Speech ended at'],
      ['Turn-taking', 'Answered turns'],
      ['Tools', 'end_call'],
      ['Details', 'What it was about'],
      ['Webhooks', 'Delivered · 200'],
      ['Events', 'The call was created, and its cost was reserved.'],
    ] as const
    for (const [tab, text] of shown) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel').getByText(text).first().waitFor()
      if (tab === 'Latency' || tab === 'Events') await assertAccessible(page, tab)
    }
    await page.close()
  })

  it('find calls by filters in the address, and open them', async () => {
    const page = await dashboard.open(assistant, '/calls')
    await page.getByRole('table', { name: 'Calls' }).getByText(name).first().waitFor()
    await assertAccessible(page, 'the list')
    await page.getByRole('button', { name: /Status/ }).click()
    await page.getByRole('option', { name: 'Busy' }).click()
    await page.getByRole('row').filter({ hasText: 'Peter' }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, '?status=busy')
    await page.reload()
    await page.getByRole('link', { name: '<b>Eve</b> (+12025554802)' }).click()
    await page.getByText('was not connected. The number was busy.').waitFor()
    await page.getByText('The call was not connected, so nothing was said.').waitFor()
    assert.equal(new URL(page.url()).pathname, `/calls/${busyId}`)
    await page.close()
  })

  it('make a call, show the refusal of the server, and change when the call ends', async () => {
    const page = await dashboard.open(assistant, '/calls')
    await page.getByRole('button', { name: 'Make a call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a call' })
    await dialog.getByRole('button', { name: 'Call', exact: true }).click()
    await dialog.getByText('“Phone number” is required.').waitFor()
    await assertAccessible(page, 'the dialog for a call')
    await dialog.getByLabel('Phone number').fill('12')
    await dialog.getByRole('button', { name: 'Call', exact: true }).click()
    await dialog.getByText('Invalid phone number format').waitFor()
    await dialog.getByLabel('Phone number').fill('+12025554803')
    await dialog.getByLabel('customer_name').fill('Zoe')
    await dialog.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('heading', { name: 'Zoe (+12025554803)' }).waitFor()
    await page.goBack()
    await page.getByRole('list', { name: 'In progress' }).getByText('Zoe').click()
    await page.getByText(/call to .*: In progress\./).waitFor()
    const { sid } = await control.waitForCall(({ to }) => to === '+12025554803')
    control.hangUp(sid)
    // The page changes by itself.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.getByText('Ended by customer').waitFor()
    await page.close()
  })

  it('say that a call is missing, also one that is deleted while it is open', async () => {
    const page = await dashboard.open(assistant, `/calls/${busyId}`, { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Löschen' }).waitFor()
    await page.getByText('Nicht angenommen').or(page.getByText('Besetzt')).first().waitFor()
    await client.calls.delete({ id: busyId })
    await page.getByText('Diesen Anruf gibt es nicht').waitFor()
    await page.goto(`${dashboard.baseUrl}/calls/abc`)
    await page.getByText('Diesen Anruf gibt es nicht').waitFor()
    await page.close()
  })

  it('show viewers the masked transcript without sound and events', async () => {
    const page = await dashboard.open(assistant, `/calls/${callId}`, { role: 'viewer' })
    await page.getByText('Your role does not allow listening to recordings.').waitFor()
    assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Transcript', 'Latency', 'Turn-taking', 'Details'])
    assert.equal(await page.getByText('Stop, is that today').count(), 0)
    assert.equal(await page.getByText('Sundays').count(), 0)
    await page.close()
  })

  it('delete a call after a confirmation', async () => {
    const page = await dashboard.open(assistant, `/calls/${callId}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor()
    await assert.rejects(client.calls.get({ id: callId }), { status: 404 })
    await page.close()
  })
})
