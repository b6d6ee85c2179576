// Tests of the keys of vendors in the settings: connecting one from the home page, rejected keys, and the environment.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { signInMember } from '../app/members.ts'
import { startScriptedAnthropic } from '../language-models/anthropic-server.ts'
import { startScriptedOpenAi } from '../language-models/openai-server.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { startScriptedDeepgram } from '../speech-servers/deepgram-server.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

const apiKey = 'sk-ant-key-of-the-account-1234'

describe('models and voices', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const opened = new AsyncDisposableStack()
  after(() => opened.disposeAsync())
  const model = opened.use(await startScriptedAnthropic({ apiKey, script: 'The vendor answers.' }))
  const hearing = opened.use(await startScriptedDeepgram({ apiKey }))
  const server = opened.use(await startScriptedOpenAi({ script: 'The server answers.' }))
  const localPorts = [{ port: Number(new URL(server.baseUrl).port), name: 'Ollama' }]
  const vendorUrls = { anthropic: model.baseUrl, deepgram: hearing.baseUrl }
  const config = { vendorUrls, localPorts, speech: { default: 'scripted' as const, elevenlabs: { apiKey } } }
  const dashboard = opened.use(await startDashboard({ config, script: null }))
  const { parley } = dashboard
  const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

  it('connects a vendor with three clicks from the home page, which then answers a chat', async () => {
    const account = await parley.createAssistant()
    const page = await dashboard.open(account, '/')
    let clicks = 0
    const click = async (target: Locator): Promise<void> => {
      await target.click()
      clicks++
    }
    const notice = page.getByRole('link', { name: 'Connect a model for real conversations' })
    await notice.waitFor()
    await assertAccessible(page, 'the home page without a model')
    await click(notice)
    const answers = page.getByRole('region', { name: 'In use now' })
    await answers.getByText('Built in, without a vendor').first().waitFor()
    await assertAccessible(page, 'models and voices without a vendor')
    await click(page.getByRole('button', { name: 'Connect Anthropic' }))
    await page.getByLabel('API key').fill(apiKey)
    await click(page.getByRole('button', { name: 'Test and save' }))
    await answers.getByText('Anthropic · claude-haiku-4-5 · key of this account').waitFor()
    assert.equal(clicks, 3)
    await cardOf(page, 'Anthropic').getByText('ends in 1234').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await assertAccessible(page, 'a connected vendor')

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('tab', { name: 'Chat' }).click()
    assert.equal(await notice.count(), 0)
    const field = page.getByRole('textbox', { name: 'Message', exact: true })
    await field.fill('Hello')
    await field.press('Enter')
    await page.getByText('The vendor answers.').first().waitFor()
    await page.close()
  })

  it('decide which models and voices the editor of an assistant offers', async () => {
    const account = await parley.createAssistant()
    const page = await dashboard.open(account, `/assistants/${account.id}?section=voice`)
    await page.getByRole('button', { name: 'Choose a voice' }).click()
    const voices = page.getByRole('dialog', { name: 'Choose a voice' })
    await voices.getByText('George', { exact: true }).waitFor()
    await voices.getByLabel('Search voices').fill('Alloy')
    await voices.getByText('No voice fits these filters.').waitFor()
    await assertAccessible(page, 'the voices of a connected vendor')
    await page.keyboard.press('Escape')
    await page.goto(`${dashboard.baseUrl}/assistants/${account.id}?section=models`)
    const field = page.getByRole('combobox', { name: 'Language model', exact: true })
    await field.focus()
    await page.keyboard.press('ArrowDown')
    const models = page.getByRole('option')
    await models.filter({ hasText: 'Not connected: another one is used' }).waitFor()
    assert.deepEqual((await models.allInnerTexts()).map((text) => text.split('\n', 1)[0]).slice(0, 2), [
      'Chosen automatically',
      'Parley Offline',
    ])
    await page.close()
  })

  it('says why a key is not saved, and disconnects a vendor', async () => {
    const page = await dashboard.open(await parley.createAccount(), '/settings?tab=models', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Deepgram verbinden' }).click()
    const key = page.getByLabel('API-Schlüssel')
    await key.fill('wrong')
    await page.getByRole('button', { name: 'Testen und speichern' }).click()
    await page.getByText(/^Deepgram hat den Schlüssel abgelehnt/).waitFor()
    await assertAccessible(page, 'a rejected key')
    await key.fill(apiKey)
    await page.getByRole('button', { name: 'Testen und speichern' }).click()
    const card = cardOf(page, 'Deepgram')
    await card.getByText('endet auf 1234').waitFor()
    await card.getByRole('button', { name: 'Schlüssel für Deepgram testen' }).click()
    await page.getByText('Deepgram nimmt den Schlüssel an.').waitFor()
    await card.getByRole('button', { name: 'Deepgram trennen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deepgram trennen' }).click()
    await card.getByText('Nicht verbunden').waitFor()
    await page.close()
  })

  it('mark credentials of another master key, as connections and the carrier account do', async () => {
    const account = await parley.createAccount()
    const { db } = parley.app.context
    const { id } = account.account
    await account.client.vendors.set({ vendor: 'deepgram', access_key: apiKey })
    await account.client.connections.create({ name: 'CRM', type: 'bearer', token: 'a token' })
    const unreadable = randomBytes(64)
    await sql`update vendor_keys set sealed_key = ${unreadable} where account_id = ${id}`.execute(db)
    await sql`update connections set sealed_secret = ${unreadable} where account_id = ${id}`.execute(db)
    await sql`
      insert into carrier_accounts (account_id, carrier, external_id, credentials, verified_at)
      values (${id}, 'twilio', ${`AC${'7'.repeat(32)}`}, ${unreadable}, app_now())`.execute(db)
    const text = /^This secret was encrypted with another master key/
    const page = await dashboard.open(account, '/settings?tab=models')
    await cardOf(page, 'Deepgram').getByText(text).waitFor()
    await cardOf(page, 'Deepgram').getByText('Not used', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Test the key for Deepgram' }).click()
    await page.getByText('The key was encrypted with another master key.').waitFor()
    await assertAccessible(page, 'an unreadable key')
    for (const path of ['/automations?tab=connections', '/messages?tab=carrier']) {
      await page.goto(`${dashboard.baseUrl}${path}`)
      await page.getByText(text).waitFor()
      await assertAccessible(page, path)
    }
    await page.close()
  })

  it('offers operators a server that was found on this machine, and uses it when they say so', async () => {
    const account = await parley.createAssistant()
    const operator = await signInMember(parley, account.account, 'owner', { isOperator: true })
    const page = await dashboard.open(account, '/settings?tab=models')
    await page.getByRole('region', { name: 'In use now' }).waitFor()
    const card = cardOf(page, 'Servers on this machine')
    assert.equal(await card.count(), 0)
    const [name, value] = operator.cookie()!.split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: dashboard.baseUrl }])
    await page.reload()
    await card.getByText('Ollama was found. Use it?').waitFor()
    await assertAccessible(page, 'a server that was found')
    await card.getByRole('button', { name: 'Use Ollama, which answers as the language model' }).click()
    await card.getByText('In use', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'In use now' }).getByText('Another server · scripted').waitFor()
    await assertAccessible(page, 'a server that is used')
    await card.getByRole('button', { name: 'Stop using Ollama, which answers as the language model' }).click()
    await card.getByText('Ollama was found. Use it?').waitFor()
    await page.close()
  })

  it('shows operators what the environment sets, and lets editors only read', async () => {
    const account = await parley.createAccount()
    const operator = await signInMember(parley, account.account, 'owner', { isOperator: true })
    const page = await dashboard.open(account, '/settings?tab=models', { role: 'editor' })
    await cardOf(page, 'ElevenLabs').getByText('Provided by the installation').waitFor()
    assert.equal(await page.getByRole('button', { name: /Connect|own key/ }).count(), 0)
    const [name, value] = operator.cookie()!.split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: dashboard.baseUrl }])
    await page.reload()
    await page.getByRole('button', { name: /These keys are used by/ }).click()
    await page.getByRole('option', { name: 'All accounts of the installation' }).click()
    await cardOf(page, 'ElevenLabs')
      .getByText(/^Set by the environment variable ELEVENLABS_API_KEY\./)
      .waitFor()
    assert.equal(await cardOf(page, 'ElevenLabs').getByRole('button').count(), 0)
    await assertAccessible(page, 'the vendors of the installation')
    await cardOf(page, 'OpenAI').getByRole('button', { name: 'Connect OpenAI' }).click()
    const notice = page.getByText(/^This key also serves semantic search/)
    await notice.waitFor()
    await assertAccessible(page, 'the dialog of a vendor that can be another server')
    await page.getByLabel('Address of another server (optional)').fill('https://models.example.com/v1')
    await notice.waitFor({ state: 'detached' })
    await page.close()
  })
})
