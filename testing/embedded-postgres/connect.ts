// Tries to connect to a database as another user, and prints `connected` or the error code.
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
