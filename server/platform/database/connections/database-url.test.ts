// Tests of the URLs of databases: the forms of libpq, and what is refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type DatabaseUrl, DatabaseUrlFault, parseDatabaseUrl } from './database-url.ts'

const hostsOf = (url: string) => parseDatabaseUrl(url).hosts.map(({ name, port }) => `${name}|${port}`)

function faultOf(url: string): string {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    assert.ok(error instanceof DatabaseUrlFault)
    return error.message
  }
  return assert.fail('The URL was accepted.')
}

describe('the URL of a database', () => {
  it('names one or several hosts, ports and Unix sockets, as libpq reads them', () => {
    const cases: [url: string, hosts: string[]][] = [
      ['postgresql://a:b@db/parley', ['db|5432']],
      ['postgres://db', ['db|5432']],
      ['postgresql://', ['undefined|5432']],
      ['postgresql://h1:5433,h2/parley', ['h1|5433', 'h2|5432']],
      ['postgresql://a@h1,h2,h3/parley?port=6000', ['h1|6000', 'h2|6000', 'h3|6000']],
      ['postgresql://[::1]:6000,[fe80::2]/parley', ['::1|6000', 'fe80::2|5432']],
      ['postgresql://%2Fvar%2Frun/parley', ['/var/run|5432']],
      ['postgresql://a@localhost:7000/parley?host=%2Ftmp%2Fx', ['/tmp/x|7000']],
      ['postgresql:///parley?host=h1,h2&port=1,2&target_session_attrs=read-write', ['h1|1', 'h2|2']],
      ['postgresql://h1,h2/parley?target_session_attrs=primary', ['h1|5432', 'h2|5432']],
    ]
    for (const [url, hosts] of cases) assert.deepEqual(hostsOf(url), hosts, url)
  })

  it('has users, passwords and names with any characters, encoded', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' })
    const host = fc.record({ name: fc.domain(), port: fc.integer({ min: 1, max: 65_535 }) }, { noNullPrototype: true })
    const hosts = fc.array(host, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(text, text, text, hosts, fc.boolean(), (user, password, database, hosts, inQuery) => {
        const list = hosts.map(({ name, port }) => `${name}:${port}`).join(',')
        const query = new URLSearchParams({ user, password, dbname: database })
        const [u, p, d] = [user, password, database].map(encodeURIComponent)
        const parsed = parseDatabaseUrl(
          inQuery ? `postgresql://${list}?${query}` : `postgresql://${u}:${p}@${list}/${d}`,
        )
        assert.deepEqual(
          [parsed.user, parsed.password, parsed.database, parsed.hosts],
          [user, password, database, hosts],
        )
      }),
    )
  })

  it('either is valid or has a fault without any part of it', () => {
    const part = fc.oneof(fc.constantFrom(...':/?#@,&=%[]'), fc.string({ maxLength: 8 }))
    const urls = fc.array(part, { maxLength: 40 }).map((parts) => `postgresql://${parts.join('')}`)
    fc.assert(
      fc.property(urls, (url) => {
        try {
          parseDatabaseUrl(url)
        } catch (error) {
          assert.ok(error instanceof DatabaseUrlFault)
        }
      }),
    )
    for (const url of [
      'postgresql://u:canary?x@db/parley',
      'postgresql://u:canary#x@db/p',
      'postgresql://u:canary/x@db/p',
    ])
      assert.doesNotMatch(faultOf(url), /canary/)
    assert.doesNotMatch(faultOf('postgresql://u:1?canary=x@db/parley'), /canary/)
  })

  it('asks for TLS in the words of libpq', () => {
    const modeOf = (query: string): DatabaseUrl['tlsMode'] =>
      parseDatabaseUrl(`postgresql://db/parley?${query}`).tlsMode
    assert.equal(modeOf(''), undefined)
    assert.equal(modeOf('sslmode=require'), 'require')
    assert.equal(modeOf('sslmode=verify-ca&sslrootcert=ca.pem'), 'verify-ca')
    assert.equal(modeOf('sslrootcert=ca.pem'), 'verify-full')
    assert.equal(modeOf('ssl=true'), 'verify-full')
    assert.equal(modeOf('ssl=no-verify'), 'no-verify')
    assert.equal(modeOf('ssl=true&sslmode=disable'), 'disable')
    assert.equal(modeOf('sslnegotiation=direct'), 'verify-full')
  })

  it('is refused with a reason', () => {
    const cases: [rest: string, reason: RegExp][] = [
      ['db:port/parley', /a port must be a number from 1 to 65535, and special characters in the password/],
      ['db:0/parley', /a port must be a number/],
      [`${Array(17).fill('db').join(',')}/parley`, /at most 16 hosts/],
      ['h1,h2,h3/parley?port=1,2', /one port for all hosts, or one for each/],
      ['db/parley?sslmode=prefer', /sslmode must be one of disable, .* if an attacker asked for it/],
      ['db/parley?sslmode=verify-ca', /needs sslrootcert/],
      ['db/parley?sslcert=x', /sslcert and sslkey need each other/],
      ['db/parley?target_session_attrs=any', /target_session_attrs must be read-write or primary, because/],
      ['db/parley?channel_binding=always', /must be disable, prefer or require/],
      ['db/parley?connect_timeout=600', /from 0 to 60/],
      ['db/parley?schema=public', /contains the parameter schema that Parley does not support; it supports host, port/],
      ['db/parley?application_name=x', /the parameter application_name/],
      ['%ff@db/parley', /not UTF-8/],
      ['x'.repeat(9_000), /must be a URL that begins with postgresql/],
    ]
    for (const [rest, reason] of cases) assert.match(faultOf(`postgresql://${rest}`), reason)
    assert.match(faultOf('mysql://db/parley'), /^DATABASE_URL must be a URL that begins with postgresql:\/\/, .*\.$/)
  })
})
