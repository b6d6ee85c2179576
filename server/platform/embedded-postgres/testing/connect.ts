// Tries to connect to a database, for tests that do so as another user; prints `connected` or the code of the error.
import pg from 'pg'

const client = new pg.Client({ connectionString: process.argv[2]! })
client.on('error', () => {})
try {
  await client.connect()
  console.log('connected')
} catch (error) {
  console.log((error as { code?: string }).code)
} finally {
  await client.end().catch(() => {})
}
