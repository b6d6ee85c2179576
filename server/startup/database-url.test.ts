// What an operator reads whose database cannot be used.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { createAppContext } from '../app-context.ts'

it('a database that cannot be used is told in a sentence, without the password', async () => {
  await using parley = await startTestApp()
  const log = createLog({ level: 'silent', pretty: false })
  const sentenceOf = async (databaseUrl: string): Promise<string> => {
    const opening = createAppContext({ ...parley.config, databaseUrl }, { log })
    return await opening.then(
      () => assert.fail('The world was opened.'),
      ({ message }: Error) => message,
    )
  }
  const absent = new URL(parley.connectionString)
  absent.pathname = '/nowhere'
  const said: [string, string][] = [
    ['postgresql://ada:canary@localhost:1/parley', 'does not answer.'],
    ['postgresql://ada:canary@nobody.invalid/parley', 'is on a host that nobody knows: nobody.invalid.'],
    [absent.href, 'refuses: database "nowhere" does not exist.'],
  ]
  for (const [url, reason] of said) assert.equal(await sentenceOf(url), `the database at DATABASE_URL ${reason}`)
})
