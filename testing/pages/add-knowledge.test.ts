// Tests that a PDF and a website become the knowledge of an assistant in six clicks from the home page.
import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { article, openWebsite } from '../emulators/website.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { countClicks } from './clicks.ts'
import { startDashboard } from './dashboard.ts'
import { assertFits } from './layout.ts'

const pdf = fileURLToPath(new URL('../../docs/examples/price-list.pdf', import.meta.url))

const words = {
  'en-US': {
    settings: 'Open its settings',
    row: 'Knowledge',
    add: 'Add knowledge',
    choose: 'Choose files',
    address: 'Address of a website',
    submit: 'Add',
    name: 'Knowledge: Ada',
    documents: /2 documents$/,
    type: 'This type of file cannot be read.',
  },
  'de-DE': {
    settings: 'Einstellungen öffnen',
    row: 'Wissen',
    add: 'Wissen hinzufügen',
    choose: 'Dateien auswählen',
    address: 'Adresse einer Website',
    submit: 'Hinzufügen',
    name: 'Wissen: Ada',
    documents: /2 Dokumente$/,
    type: 'Diese Art von Datei kann nicht gelesen werden.',
  },
} as const

describe('knowledge of an assistant', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const website = await openWebsite({ '/': article('The bakery') })
  after(() => website[Symbol.asyncDispose]())
  const dashboard = await startDashboard({ config: { allowPrivate: [new URL(website.url).host] } })
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  for (const [locale, width] of [
    ['en-US', 1440],
    ['de-DE', 390],
  ] as const)
    it(`is a PDF and a website after six clicks, ${locale}, ${width} px`, async () => {
      const t = words[locale]
      const account = await parley.createAccount()
      const { client } = account
      const { id } = (await client.assistants.create({ name: 'Ada' })).data
      const page = await dashboard.open(account, '/', { locale })
      await page.setViewportSize({ width, height: 844 })
      const clicks = await countClicks(page)
      await page.getByRole('main').getByRole('link', { name: t.settings, exact: true }).click()
      const row = page.getByRole('region', { name: t.row, exact: true })
      await row.getByRole('button', { name: t.row }).click()
      await row.getByRole('button', { name: t.add }).click()
      const dialog = page.getByRole('dialog', { name: t.add })
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: t.choose }).click()
      await (await chooser).setFiles(pdf)
      await dialog.getByText('price-list.pdf').waitFor()
      await dialog.getByLabel(t.address).click()
      await page.keyboard.type(website.url)
      await assertFits(page, `the dialog, ${locale}`)
      await assertAccessible(page, `the dialog, ${locale}`)
      await dialog.getByRole('button', { name: t.submit, exact: true }).click()
      // A file and a website are read, split and embedded.
      const connected = row.getByRole('button', { name: t.name }).filter({ hasText: t.documents })
      await connected.waitFor({ timeout: 60_000 })
      assert.equal(await clicks(), 6)

      const { data } = await client.assistants.get({ id })
      const documents = await client.knowledge.listDocuments({ knowledgebaseId: data.knowledgebase_id! })
      assert.deepEqual(documents.data.map(({ name, status }) => [name, status]).sort(), [
        [new URL(website.url).host, 'active'],
        ['price-list', 'active'],
      ])
      // Nothing is left to be saved.
      assert.equal(await page.getByRole('status').filter({ hasText: /1/ }).count(), 0)
      await page.context().close()
    })

  it('says beside each file why it cannot be added, and why a website cannot', async () => {
    const account = await parley.createAccount()
    const { client } = account
    const { id } = (await client.assistants.create({ name: 'Ada' })).data
    await using folder = await mkdtempDisposable(join(tmpdir(), 'parley-files-'))
    const write = async (name: string, content: string) => {
      await writeFile(join(folder.path, name), content)
      return join(folder.path, name)
    }
    const page = await dashboard.open(account, `/assistants/${id}?section=knowledge`)
    const instructions = page.getByRole('textbox', { name: 'Instructions' })
    await instructions.fill('Be brief.')
    await page.getByRole('button', { name: 'Add knowledge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add knowledge' })
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    assert.ok(await add.isDisabled())
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles([
      await write('sound.mp3', 'No text.'),
      await write('empty.txt', ''),
      await write('long.txt', 'x'.repeat(20 * 1024 * 1024 + 1)),
      await write('Hours.txt', 'Open on Sunday.'),
      await write('Returns.md', '# Returns\n\nWithin 30 days.'),
    ])
    const files = dialog.getByRole('list', { name: 'Files being added' }).getByRole('listitem')
    await files.filter({ hasText: 'sound.mp3' }).getByText('This type of file cannot be read.').waitFor()
    await files.filter({ hasText: 'long.txt' }).getByText('The file is larger than 20 MB.').waitFor()
    await files.filter({ hasText: 'empty.txt' }).getByText('The file is empty.').waitFor()
    await dialog.getByLabel('Address of a website').fill('https://bad address')
    await add.click()
    await dialog.getByText(/Enter a web address for “Address of a website”/).waitFor()
    // The files wait for the address to be corrected, and nothing was created.
    assert.equal(await files.count(), 5)
    assert.deepEqual((await client.knowledge.list()).data, [])
    await dialog.getByLabel('Address of a website').fill('')
    await add.click()
    for (const name of ['Hours.txt', 'Returns.md']) await files.filter({ hasText: name }).waitFor({ state: 'detached' })
    assert.equal(await files.count(), 3)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Knowledge: Ada · 2 documents' }).waitFor()
    const [knowledgebase] = (await client.knowledge.list()).data
    assert.equal((await client.assistants.get({ id })).data.knowledgebase_id, knowledgebase!.id)
    // Other changes stay as they are.
    assert.equal(await instructions.inputValue(), 'Be brief.')
    await page.getByText('1 unsaved change').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The assistant has been saved.').waitFor()
    await page.getByRole('button', { name: 'Add knowledge' }).click()
    await dialog.getByLabel('Address of a website').fill('bakery.invalid')
    await add.click()
    const unfinished = page.getByRole('list', { name: 'Documents that are not ready' })
    await unfinished.getByText('The page could not be reached.').waitFor()
    await page.context().close()
  })
})
