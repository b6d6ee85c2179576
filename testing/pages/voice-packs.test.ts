// Tests of the voice packs in the settings: adding one with its progress, hearing and removing it, and what can fail.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { removePack } from '@parley/speech'
import { signInMember } from '../app/members.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { archiveOf, installPack, makeVoicePack } from '../voice-packs/make-voice-pack.ts'
import { startPackServer } from '../voice-packs/pack-server.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

describe('the voices on this server', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const opened = new AsyncDisposableStack()
  after(() => opened.disposeAsync())
  const dashboard = opened.use(await startDashboard({ config: { allowPrivate: ['127.0.0.0/8'] }, script: null }))
  const { parley } = dashboard

  /** The first page is that of a member, who does not see them. */
  async function openAsOperator(locale = 'en-US') {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/settings?tab=models', { locale })
    await page.getByRole('region', { name: /^(?:In use now|Derzeit verwendet)$/ }).waitFor()
    assert.equal(await page.getByRole('region', { name: /this server|diesem Server/ }).count(), 0)
    const operator = await signInMember(parley, account.account, 'owner', { isOperator: true })
    const [name, value] = operator.cookie()!.split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: dashboard.baseUrl }])
    await page.reload()
    return page
  }

  it('are shown to operators only, who add a pack with its progress, hear its voices and remove it', async () => {
    const pack = makeVoicePack({ more: { 'notes.bin': randomBytes(9 * 2 ** 20) } })
    await using server = await startPackServer(archiveOf(pack))
    const page = await openAsOperator()
    const card = page.getByRole('region', { name: 'Voices on this server' })
    await card
      .getByRole('listitem', { name: 'Piper Thorsten' })
      .getByText('Voices · German · 67 MB · CC0-1.0')
      .waitFor()

    await card.getByRole('button', { name: 'Add Kokoro' }).first().click()
    const question = page.getByRole('dialog', { name: /^Add Kokoro/ })
    await question.getByText('License: Apache-2.0').waitFor()
    await question.getByText(/espeak-ng.*GPL/).waitFor()
    await assertAccessible(page, 'the license of a pack')
    await question.getByRole('button', { name: 'Cancel' }).click()

    // The second part waits until the progress was seen.
    const seen = Promise.withResolvers<void>()
    server.waitsFor = seen.promise
    await card.getByRole('button', { name: 'Add your own' }).click()
    await page.getByLabel('Address of the pack').fill(server.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await card.getByText('Downloading · 8 of 9 MB').waitFor()
    seen.resolve()

    const row = card.getByRole('listitem', { name: 'Test voice test-voice' })
    await row.getByText('Installed').waitFor()
    await assertAccessible(page, 'an installed pack')
    const preview = page.waitForResponse((response) => response.url().endsWith('/preview.wav'))
    await row.getByRole('button', { name: 'Listen to' }).click()
    assert.equal((await preview).status(), 200)
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.close()
  })

  it('of a removed pack are not copied with an assistant, which gets another voice', async () => {
    const packs = join(parley.config.dataDir, 'voice-packs')
    installPack(packs, makeVoicePack({ name: 'copied', language: 'en' }))
    const account = await parley.createAccount()
    const voices = (await account.client.catalogues.voices({ search: 'copied' })) as { id: number }[]
    await account.client.assistants.create({ name: 'Speaks with a pack', voice_id: voices[0]!.id })
    await removePack(packs, 'copied')
    const page = await dashboard.open(account, '/assistants')
    await page.getByRole('button', { name: 'Actions for Speaks with a pack' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Copy of Speaks with a pack' }).waitFor()
    await page.close()
  })

  it('resume the download of a pack of one’s own, and show the mistake in its manifest', async () => {
    const made = makeVoicePack({ name: 'own' })
    await using server = await startPackServer(archiveOf(made))
    server.breaksBefore = 100
    const page = await openAsOperator()
    const card = page.getByRole('region', { name: 'Voices on this server' })
    await card.getByRole('button', { name: 'Add your own' }).click()
    await page.getByLabel('Address of the pack').fill(`${server.url}?key=secret`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    const row = card.getByRole('listitem', { name: server.url.replace('http://', '') })
    await row.getByText('The download ended early or could not begin').waitFor()
    server.breaksBefore = undefined
    server.file = archiveOf({ ...made, manifest: { ...made.manifest, languages: ['de', 'de'] } })
    await row.getByRole('button', { name: 'Resume adding' }).click()
    await row.getByText('The manifest of this pack has a mistake').waitFor()
    await row.getByText('languages: have a language twice').waitFor()
    await assertAccessible(page, 'a mistake in a manifest')
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByText('What was downloaded is deleted.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await page.close()
  })

  it('say in the language of the page why a pack was not added, and accept a file', async () => {
    await using server = await startPackServer(Buffer.from('not a pack'))
    const page = await openAsOperator('de-DE')
    const card = page.getByRole('region', { name: 'Stimmen auf diesem Server' })
    await card.getByRole('button', { name: 'Eigenes hinzufügen' }).click()
    await page.getByLabel('Adresse des Pakets').fill(server.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Hinzufügen', exact: true }).click()
    await card.getByText('Die Datei ist kein gültiges Paket für diesen Server.').waitFor()

    await card.getByRole('button', { name: 'Eigenes hinzufügen' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Oder Datei wählen' }).click()
    const buffer = archiveOf(makeVoicePack({ name: 'uploaded' }))
    await (await choosing).setFiles({ name: 'pack.tar', mimeType: 'application/x-tar', buffer })
    await card.getByRole('listitem', { name: 'Test voice uploaded' }).getByText('Installiert').waitFor()
    await page.close()
  })
})
