// Tests of the URLs that the adapter requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddresses } from './addresses.ts'

const hex = '0'.repeat(32)
const media = `/2010-04-01/Accounts/AC${hex}/Messages/MM${hex}/Media/ME${hex}`
const list = '/v1/ContentAndApprovals'
const origin = 'http://127.0.0.1:4010'
const plain = createAddresses(undefined)
const based = createAddresses(`${origin}/carrier`)

test('requests go to the hosts of the carrier, or to the base URL, which is prepended to every path', () => {
  for (const host of ['api', 'content', 'messaging'] as const) {
    assert.deepEqual(plain.locate(host, '/x?a=1'), { origin: `https://${host}.twilio.com`, path: '/x?a=1' })
    for (const addresses of [based, createAddresses(`${origin}/carrier/`)])
      assert.deepEqual(addresses.locate(host, '/x'), { origin, path: '/carrier/x' })
  }
  assert.equal(createAddresses(origin).locate('api', '/x').path, '/x')
})

test('the next page can have an absolute or a relative link, with and without a base URL', () => {
  const next = `${list}?PageSize=5&Page=1&PageToken=PA1`
  const links = [`https://content.twilio.com${next}`, next]
  for (const link of links)
    assert.deepEqual(plain.follow('content', link, list), { origin: 'https://content.twilio.com', path: next })
  for (const link of [...links, `/carrier${next}`, `${origin}/carrier${next}`])
    assert.deepEqual(based.follow('content', link, list), { origin, path: `/carrier${next}` })
})

test('credentials are never sent to another host or path of a link', () => {
  const elsewhere = plain.follow('content', `https://evil.example${list}?Page=1`, list)
  assert.equal(elsewhere?.origin, 'https://content.twilio.com')
  for (const link of ['/v1/Content?Page=1', 'https://evil.example/', '//evil.example/x', 'http://[', `${list}/HX1`])
    assert.equal(plain.follow('content', link, list), undefined, link)
})

test('media URLs have the media path of the carrier or of the base URL', () => {
  const url = `https://api.twilio.com${media}`
  assert.deepEqual(plain.locateMedia(url), { origin: 'https://api.twilio.com', path: media })
  for (const one of [url, `${origin}/carrier${media}`])
    assert.deepEqual(based.locateMedia(one), { origin, path: `/carrier${media}` })
  for (const url of [
    `http://api.twilio.com${media}`,
    `https://api.twilio.com:8443${media}`,
    `https://api.twilio.com.evil.example${media}`,
    `https://eviltwilio.com${media}`,
    `https://api.twilio.com@evil.example${media}`,
    `http://127.0.0.1:4010/carrier${media}`,
    `https://api.twilio.com${media}/../../../Calls.json`,
    'https://api.twilio.com/2010-04-01/Accounts.json',
    'file:///etc/passwd',
    '',
  ])
    assert.equal(plain.locateMedia(url), undefined, url)
})

test('files are on the file servers of the carrier', () => {
  for (const url of [
    'https://media.twiliocdn.com/AC1/x?Expires=1',
    'https://mms.twiliocdn.com/AC1/x',
    'https://s3-external-1.amazonaws.com/media.twiliocdn.com/AC1/x',
    'https://api.twilio.com/x',
  ])
    assert.ok(plain.locateFile(url), url)
  for (const url of [
    'http://media.twiliocdn.com/x',
    'https://s3-external-1.amazonaws.com/other/x',
    'https://eviltwiliocdn.com/x',
    'https://user:pass@media.twiliocdn.com/x',
    'http://169.254.169.254/latest',
    'http://127.0.0.1:4010/carrier/x',
  ])
    assert.equal(plain.locateFile(url), undefined, url)
  assert.deepEqual(based.locateFile(`${origin}/carrier/f?a=1`), { origin, path: '/carrier/f?a=1' })
  assert.equal(based.locateFile(`${origin}/carriers/f`), undefined)
  assert.equal(based.locateFile('http://127.0.0.1:4011/carrier/f'), undefined)
})
