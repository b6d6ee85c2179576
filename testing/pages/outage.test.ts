// A page that needs the database while it is away says so, and shows its content when the database is back.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '../app/database.ts'
import { openDatabaseFront } from '../database/database-front.ts'
import { chromiumMissing } from '../processes/chromium.ts'
import { startDashboard } from './dashboard.ts'

it('a page waits for a database that is away, and continues by itself', {
  skip: chromiumMissing,
  timeout: 90_000,
}, async () => {
  await using database = await createTestDatabase()
  await using front = await openDatabaseFront(database.connectionString)
  await using dashboard = await startDashboard({ database: front })
  const account = await dashboard.parley.createAccount()
  const page = await dashboard.open(account, '/calls')
  await page.getByRole('heading', { name: 'Calls' }).waitFor()
  await front.refuse()
  front.cut()
  await page.goto(`${dashboard.baseUrl}/campaigns`)
  await page.getByText('Parley cannot reach its database. It keeps trying.').waitFor()
  await front.listen()
  await page.getByText('No campaigns yet').waitFor()
  assert.equal(await page.getByText('Parley cannot reach its database').count(), 0)
})
