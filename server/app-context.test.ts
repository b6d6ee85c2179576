// Tests of the error messages for a database that cannot be used.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { createAppContext } from './app-context.ts'

it('the error for a database that cannot be used has a reason and no password', async () => {
  await using parley = await startTestApp()
  const log = createLog({ level: 'silent', pretty: false })
  const messageFor = async (databaseUrl: string): Promise<string> => {
    const opening = createAppContext({ ...parley.config, databaseUrl }, { log })
    return await opening.then(
      () => assert.fail('The database was accepted.'),
      ({ message }: Error) => message,
    )
  }
  const absent = new URL(parley.connectionString)
  absent.pathname = '/nowhere'
  const cases: [string, string][] = [
    ['postgresql://ada:canary@localhost:1/parley', 'it does not respond.'],
    ['postgresql://ada:canary@nobody.invalid/parley', 'the host nobody.invalid is unknown.'],
    [absent.href, 'database "nowhere" does not exist.'],
  ]
  for (const [url, reason] of cases)
    assert.equal(await messageFor(url), `the database at DATABASE_URL cannot be used: ${reason}`)
})
