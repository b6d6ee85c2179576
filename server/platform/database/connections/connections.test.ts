// Tests of connections to real PostgreSQL servers: several hosts, TLS, and the reasons why a server cannot be used.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createLog } from '#server/platform/observability/log.ts'
import { until } from '#testing/app/until.ts'
import { postgresMissing } from '#testing/database/debian-postgres.ts'
import { startPostgresServer } from '#testing/database/postgres-server.ts'
import { openDatabase } from '../database.ts'
import { notify, openNotifications } from '../notifications.ts'
import { awaitDatabase } from './await-database.ts'
import { createDatabaseTarget } from './connection-target.ts'
import { proveSession } from './pooler-mode.ts'

const log = createLog({ level: 'silent', pretty: false })

const attempt = (url: string) => {
  const target = createDatabaseTarget(url)
  return awaitDatabase(() => proveSession(target), { log, target, waiting: undefined })
}

const reasonFor = (url: string): Promise<string> =>
  attempt(url).then(
    () => assert.fail('The connection succeeded.'),
    ({ message }: Error) => message,
  )

describe('connections', { skip: postgresMissing, timeout: 120_000 }, async () => {
  if (postgresMissing) return
  const opened = new AsyncDisposableStack()
  after(() => opened.disposeAsync())
  const hba =
    'hostssl all parley 127.0.0.1/32 trust\nhostssl all bound 127.0.0.1/32 scram-sha-256\nhostnossl all plain 127.0.0.1/32 scram-sha-256'
  const [one, two] = await Promise.all([startPostgresServer({ hba }), startPostgresServer()])
  opened.use(one)
  opened.use(two)
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'parley-tls-')), (path) => rm(path, { recursive: true }))
  const address = `localhost:${one.port}`

  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  const makeAuthority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '9',
      '-subj',
      '/CN=ca',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    )

  /** Gives the server a certificate for `name`. */
  async function certify(name: string, days: string): Promise<void> {
    await openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${name}`,
      '-keyout',
      'server.key',
      '-out',
      'server.csr',
    )
    await openssl(
      'x509',
      '-req',
      '-in',
      'server.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-copy_extensions',
      'copy',
      '-days',
      days,
      '-out',
      'server.pem',
    )
    await one.write('server.crt', await readFile(join(folder, 'server.pem')))
    await one.write('server.key', await readFile(join(folder, 'server.key')))
    await one.restart()
  }

  it('explain what is wrong with a password, a role, a database and pg_hba.conf, without the URL', async () => {
    await using database = openDatabase(one.url, { maxConnections: 1, name: 'test' })
    await database.pool.query(`create role plain login password 'canary-right'`)
    await database.pool.query('create role locked')
    const cases: [url: string, reason: RegExp][] = [
      [`postgresql://plain:canary@${address}/postgres`, /localhost:\d+ does not accept the user and the password/],
      [`postgresql://plain@${address}/postgres`, /asks for a password, which DATABASE_URL does not contain/],
      [`postgresql://canary@${address}/postgres`, /does not allow this user.* Add sslmode=verify-full/],
      [one.url.replace('/postgres?', '/canary?'), /has no database with the name in DATABASE_URL\. Create it/],
      [one.url.replace('parley@', 'locked@'), /does not let the user of DATABASE_URL in\. Create the role/],
      [`postgresql://parley@${address}/postgres?sslmode=require`, /does not support TLS\. Enable it/],
      ['postgresql://canary:canary@127.0.0.1:1/canary', /The server 127\.0\.0\.1:1 refuses connections\. Start/],
      ['postgresql://canary:canary@db.invalid/canary', /db\.invalid:5432 has a name that cannot be resolved/],
      [`postgresql:///canary?host=${folder}`, /The socket \S+\/\.s\.PGSQL\.5432 does not exist\. Start/],
    ]
    for (const [url, reason] of cases) {
      const message = await reasonFor(url)
      assert.match(message, reason)
      assert.doesNotMatch(message.replaceAll(folder, ''), /canary/)
    }
    await database.pool.query('alter role plain connection limit 0')
    const full = await reasonFor(`postgresql://plain:canary-right@${address}/postgres`)
    assert.match(full, /has no free connection\. Parley needs up to 29 connections in each process/)
  })

  it('explain that a server is starting or refuses sessions', async () => {
    const settings = await two.read('postgresql.auto.conf')
    await two.write('postgresql.auto.conf', `${settings}hot_standby = off\n`)
    await two.restart({ isStandby: true })
    assert.match(
      await reasonFor(two.url),
      /reports: the database system is (?:starting up|not .*accepting connections)\./,
    )
    await two.write('postgresql.auto.conf', settings)
  })

  it('explain what is wrong with a certificate', async () => {
    await Promise.all([makeAuthority('ca'), makeAuthority('other')])
    await certify('localhost', '9')
    await one.write('postgresql.auto.conf', `${await one.read('postgresql.auto.conf')}ssl = on\n`)
    await one.restart()
    const url = `postgresql://parley@${address}/postgres`
    const authority = `sslrootcert=${join(folder, 'ca.pem')}`
    for (const query of ['sslmode=require', 'sslmode=verify-full', 'sslmode=verify-ca', ''])
      await attempt(`${url}?${authority}&${query}`)
    await attempt(`${url}?sslmode=no-verify`)
    await using database = openDatabase(`${url}?${authority}`, { maxConnections: 1, name: 'test' })
    await database.pool.query(`create role bound login password 'secret'`)
    await attempt(`${url.replace('parley@', 'bound:secret@')}?${authority}&channel_binding=require`)
    assert.match(await reasonFor(`${url}?${authority}&channel_binding=require`), /as channel_binding=require asks/)
    assert.match(await reasonFor(`${url}?sslmode=require`), /authority that is not trusted\. Set sslrootcert/)
    const other = `sslrootcert=${join(folder, 'other.pem')}`
    assert.match(await reasonFor(`${url}?${other}`), /authority that is not trusted/)
    assert.match(
      await reasonFor(`${url.replace('localhost', '127.0.0.1')}?${authority}`),
      /certificate for another name/,
    )
    await attempt(`${url.replace('localhost', '127.0.0.1')}?${authority}&sslmode=verify-ca`)
    const invalid: [string, RegExp][] = [
      ['sslrootcert=/canary/ca.pem', /^DATABASE_URL is not valid: the file of sslrootcert does not exist\.$/],
      [`sslrootcert=${join(folder, 'ca.key')}`, /the file of sslrootcert does not contain a certificate/],
      [`sslcert=${join(folder, 'ca.pem')}&sslkey=${join(folder, 'other.key')}`, /are not a certificate and its key/],
    ]
    for (const [query, message] of invalid) assert.throws(() => createDatabaseTarget(`${url}?${query}`), { message })
    await certify('localhost', '-1')
    assert.match(await reasonFor(`${url}?${authority}`), /certificate that has expired\. Renew it/)
  })

  it('follow the primary to the next host, and back', async () => {
    await two.restart({ isStandby: true })
    const hosts = `host=${one.folder},${two.folder}&port=${one.port},${two.port}`
    const url = `postgresql://parley@/postgres?${hosts}&connect_timeout=1&target_session_attrs=read-write`
    await using database = openDatabase(url, { maxConnections: 3, name: 'test' })
    await using notifications = await openNotifications(url, log)
    let received = ''
    notifications.on('test', (payload) => {
      if (payload) received = payload
    })
    const isServedBy = async (port: number): Promise<boolean> => {
      try {
        const { rows } = await database.pool.query(`select current_setting('port')::int as port`)
        await notify(database.db, 'test', String(port))
        return rows[0].port === port && received === String(port)
      } catch {
        return false
      }
    }
    await until(() => isServedBy(one.port))
    await one.stop('SIGQUIT')
    assert.match(await reasonFor(url), /does not exist\..* is a standby, which accepts no writes/)
    await two.promote()
    await until(() => isServedBy(two.port))
    await one.restart({ isStandby: true })
    two.freeze()
    await one.promote()
    await two.kill()
    await until(() => isServedBy(one.port))
  })

  it('wait for a host that can be used, and say for what', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const lines: string[] = []
    const heard = createLog({ level: 'info', pretty: false, destination: { write: (line) => void lines.push(line) } })
    const target = createDatabaseTarget(`postgresql://parley@127.0.0.1:${port}/postgres?connect_timeout=1`)
    const waiting = new AbortController()
    const start = performance.now()
    const waited = awaitDatabase(() => proveSession(target, waiting.signal), {
      log: heard,
      target,
      waiting: waiting.signal,
    })
    await until(() => lines.length > 0)
    assert.match(lines[0]!, /"reason":"The server 127\.0\.0\.1:\d+ does not respond.*"waiting for the database"/)
    waiting.abort()
    await assert.rejects(waited)
    assert.ok(performance.now() - start < 4_000)
    silent.close()
  })
})
