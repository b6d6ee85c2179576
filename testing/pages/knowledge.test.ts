// Tests of the page of knowledgebases: adding documents, their progress and failures, and the search.
import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { bakeryDocuments, createKnowledgebase } from '../app/test-knowledge.ts'
import { until } from '../app/until.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { assertAccessible } from './accessibility.ts'
import { startDashboard } from './dashboard.ts'

/** Drops files as a person does: the browser opens them unless the page takes the event. */
async function drop(page: Page, target: Locator, paths: string[]): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const at = {
    x: x + width / 2,
    y: y + Math.min(height / 2, 20),
    data: { items: [], files: paths, dragOperationsMask: 1 },
  }
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}

describe('the page of knowledgebases', { skip: chromiumMissing, timeout: 200_000 }, async () => {
  if (chromiumMissing) return
  const dashboard = await startDashboard()
  after(() => dashboard[Symbol.asyncDispose]())
  const { parley } = dashboard

  it('creates a knowledgebase, adds dropped files, and finds their passages', async () => {
    const account = await parley.createAccount()
    const page = await dashboard.open(account, '/knowledge', { hasPolicy: true })
    await page.getByText('No knowledge bases yet').waitFor()
    await page.getByRole('button', { name: 'New knowledge base' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('“Name” is required.').waitFor()
    await dialog.getByLabel('Name').fill('<b>Bakery</b>')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: '<b>Bakery</b>' }).waitFor()

    await using folder = await mkdtempDisposable(join(tmpdir(), 'parley-drop-'))
    const write = async (name: string, content: string) => {
      const path = join(folder.path, name)
      await writeFile(path, content)
      return path
    }
    await drop(page, page.locator('h1'), [await write('beside.txt', 'This file misses the zone.')])
    await drop(page, page.getByText('Drop files here'), [
      await write('Opening hours.md', bakeryDocuments['Opening hours']),
      await write('Returns.txt', bakeryDocuments['Returns policy']),
      await write('sound.mp3', 'No text.'),
      await write('empty.txt', ''),
    ])
    await page.getByText('This type of file cannot be read.').waitFor()
    await page.getByText('The file is empty.').waitFor()
    const documents = page.getByRole('table', { name: 'Documents' })
    await documents.getByText('Opening hours').waitFor()
    await documents.getByText('Ready').nth(1).waitFor()
    assert.equal(await documents.getByText('beside').count(), 0)

    await page.getByRole('tab', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('When are you open on Saturdays?')
    await page.getByRole('searchbox').press('Enter')
    const best = page.getByRole('region', { name: 'Found passages' }).getByRole('listitem').first()
    await best.getByRole('link', { name: 'Opening hours' }).waitFor()
    assert.ok((await best.locator('mark').allTextContents()).includes('Saturday'))
    const reasons = best.getByRole('region', { name: 'Why this place' })
    await reasons.getByText('saturdays: Saturday').waitFor()
    await reasons.getByText('No heading resembles the question').waitFor()
    await page.getByText('Comparison of meanings').waitFor()
    await page.reload()
    await best.getByRole('link', { name: 'Opening hours' }).click()
    await page.getByRole('dialog', { name: 'Opening hours' }).getByText('Opening hours.md').waitFor()
    await page.close()
  })

  it('shows why a document failed and what to do, reads it again, and deletes it', async () => {
    const account = await parley.createAccount()
    const id = (await account.client.knowledge.create({ name: 'Website' })).data.id
    const page = await dashboard.open(account, `/knowledge?knowledgebase=${id}`)
    await page.getByRole('button', { name: 'Add a website' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address of the first page').fill('https://bad address')
    await dialog.getByLabel('Name').fill('Our website')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText(/Enter a web address for “Address of the first page”/).waitFor()
    await dialog.getByLabel('Address of the first page').fill('bakery.invalid')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('table', { name: 'Documents' }).getByText('The page could not be reached.').waitFor()
    await page.getByRole('link', { name: 'Our website' }).click()
    const drawer = page.getByRole('dialog', { name: 'Our website' })
    await drawer.getByText('Check that the address opens').waitFor()
    await assertAccessible(page, 'a failed document')
    const before = page.url()
    await drawer.getByRole('button', { name: 'Read again' }).click()
    await page.waitForURL((url) => url.href !== before)
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No documents yet').waitFor()
    await page.close()
  })

  it('shows which assistants use it, changes its name, and deletes it', async () => {
    const account = await parley.createAccount()
    const id = await createKnowledgebase(parley, account, { Hours: bakeryDocuments['Opening hours'] })
    await parley.createAssistant({ name: 'Ada', knowledgebase_id: id }, account)
    const page = await dashboard.open(account, '/knowledge')
    await page.getByRole('link', { name: 'Ada' }).waitFor()
    await assertAccessible(page, 'a knowledgebase')
    await page.goto(`${dashboard.baseUrl}/knowledge?tab=search&query=Are+you+open+on+Sunday`)
    await page.locator('mark', { hasText: 'Sunday' }).waitFor()
    await assertAccessible(page, 'the search')
    await page.getByRole('button', { name: 'Actions for Bakery' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Actions for Shop' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No knowledge bases yet').waitFor()
    await until(async () => (await account.client.knowledge.list()).data.length === 0)
    await page.close()
  })

  it('lets viewers search without offering changes, in German', async () => {
    const account = await parley.createAccount()
    await createKnowledgebase(parley, account, { Hours: bakeryDocuments['Opening hours'] })
    const page = await dashboard.open(account, '/knowledge', { role: 'viewer', locale: 'de-DE' })
    await page.getByRole('table', { name: 'Dokumente' }).getByText('Bereit').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Dateien auswählen' }).count(), 0)
    await page.getByRole('tab', { name: 'Suche' }).click()
    await page.getByRole('searchbox').fill('zzzz')
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.getByText('Nichts gefunden').waitFor()
    await page.close()
  })
})
