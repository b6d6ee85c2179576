// Tests of trying an assistant beside its settings: unsaved changes, and a call that goes on while the chat is shown.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { areReleased, recordMedia } from './opened-media.ts'

const timeoutMs = 60_000

describe('trying an assistant', { skip: chromiumMissing, timeout: 200_000, concurrency: true }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard({
    hasMicrophone: true,
    script: ({ body }) => (JSON.stringify(body['messages']).includes('cheese') ? 'We sell cheese.' : 'We sell bread.'),
  })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard
  const owner = await parley.createAccount()
  // The microphone of the browser is a signal that beeps, which must not cut off the greeting.
  const saved = {
    initial_message: 'Saved greeting.',
    system_prompt: 'You sell bread.',
    allow_interruptions: false,
  }

  async function open(tab: 'chat' | 'talk', options: Parameters<Dashboard['open']>[2] = {}) {
    const { id } = await parley.createAssistant(saved, owner)
    const page = await dashboard.open(owner, `/assistants/${id}?section=conversation&panel=${tab}`, options)
    page.setDefaultTimeout(timeoutMs)
    return { id, page }
  }
  const chatOf = (page: Page) => page.getByRole('region', { name: 'Chat with the assistant' })
  const callOf = (page: Page) => page.getByRole('region', { name: 'Call with the microphone' })
  const webCallsOf = async (assistant_id: number) => (await owner.client.calls.list({ assistant_id })).data

  async function write(panel: Locator, text: string): Promise<void> {
    await panel.getByRole('textbox', { name: 'Message' }).fill(text)
    await panel.getByRole('textbox', { name: 'Message' }).press('Enter')
  }

  it('a chat uses the unsaved changes, and says when they change', async () => {
    const { id, page } = await open('chat')
    const panel = chatOf(page)
    const messages = panel.getByRole('log', { name: 'Messages' })
    const prompt = page.getByRole('textbox', { name: /^(Instructions|System prompt)/ })
    await panel.getByText('With the saved settings').waitFor()
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Unsaved greeting.')
    await panel.getByText('With your unsaved changes').waitFor()
    await panel.getByRole('button', { name: 'Start conversation' }).click()
    await messages.getByText('Unsaved greeting.').waitFor()
    await prompt.fill('You sell cheese.')
    await panel.getByText('Settings changed. Start again to try them.').waitFor()
    await assertAccessible(page, 'a conversation with outdated settings')
    await write(panel, 'What do you sell?')
    await messages.getByText('We sell bread.').waitFor()
    await panel.getByRole('button', { name: 'Start again' }).click()
    await panel.getByText('With your unsaved changes').waitFor()
    await write(panel, 'What do you sell now?')
    await messages.getByText('We sell cheese.').waitFor()
    const { data } = await owner.client.assistants.get({ id })
    assert.deepEqual([data.initial_message, data.system_prompt], [saved.initial_message, saved.system_prompt])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByText('With the saved settings').waitFor()
    await page.close()
  })

  it('changes that are not valid are named by their settings', async () => {
    const { page } = await open('chat')
    const panel = chatOf(page)
    await page.getByRole('textbox', { name: 'Greeting' }).fill('x'.repeat(201))
    await write(panel, 'Hello?')
    const problem = panel.getByRole('alert')
    await problem.getByText('Correct these settings to try them:').waitFor()
    assert.equal(await problem.getByRole('listitem').textContent(), '“Greeting” can have at most 200 characters.')
    assert.equal(await panel.getByRole('textbox', { name: 'Message' }).inputValue(), 'Hello?')
    await assertAccessible(page, 'changes that cannot be tried')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Shorter.')
    await write(panel, 'Hello?')
    await panel.getByText('Shorter.').waitFor()
    await page.close()
  })

  it('a call uses the unsaved changes and goes on while the chat is shown', async () => {
    const { id, page } = await open('talk')
    await page.evaluate(recordMedia)
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Unsaved greeting.')
    await callOf(page).getByText('With your unsaved changes').waitFor()
    await callOf(page).getByRole('button', { name: 'Call', exact: true }).click()
    await callOf(page).getByText('Unsaved greeting.').waitFor()
    await page.getByRole('tab', { name: 'Chat' }).click()
    await chatOf(page).waitFor()
    await page.getByText('Call in progress').waitFor()
    await assertAccessible(page, 'a chat during a call')
    await write(chatOf(page), 'What do you sell?')
    await chatOf(page).getByText('We sell bread.').waitFor()
    await page.getByRole('button', { name: 'Back to the call' }).click()
    await callOf(page).getByText('On a call').waitFor()
    await callOf(page).getByText('Unsaved greeting.').waitFor()
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Newer greeting.')
    await callOf(page).getByRole('button', { name: 'Start again' }).click()
    await callOf(page).getByText('Newer greeting.').waitFor()
    await page.getByRole('tab', { name: 'Chat' }).click()
    await page.getByRole('button', { name: 'Hang up' }).click()
    await page.getByText('Call in progress').waitFor({ state: 'hidden' })
    await page.waitForFunction(areReleased)
    await until(async () => (await webCallsOf(id)).every(({ ended_reason: reason }) => reason === 'caller_hung_up'))
    assert.equal((await webCallsOf(id)).length, 2)
    await page.close()
  })

  it('closing the panel asks before it ends a call', async () => {
    const { page } = await open('talk', { locale: 'de-DE' })
    await page.evaluate(recordMedia)
    const panel = page.getByRole('region', { name: 'Anruf mit dem Mikrofon' })
    await panel.getByRole('button', { name: 'Anrufen', exact: true }).click()
    await panel.getByText('Im Gespräch').waitFor()
    await page.getByRole('button', { name: 'Bereich schließen' }).click()
    const question = page.getByRole('alertdialog', { name: 'Anruf beenden?' })
    await assertAccessible(page, 'before a panel with a call is closed')
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await panel.getByText('Im Gespräch').waitFor()
    await page.getByRole('button', { name: 'Bereich schließen' }).click()
    await question.getByRole('button', { name: 'Anruf beenden' }).click()
    await panel.waitFor({ state: 'detached' })
    await page.getByText('Sie haben den Anruf verlassen.').waitFor()
    await page.waitForFunction(areReleased)
    await page.close()
  })
})
