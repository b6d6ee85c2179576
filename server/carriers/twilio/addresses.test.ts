// Tests of the URLs that the adapter requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddresses } from './addresses.ts'

const hex = '0'.repeat(32)
const media = `/2010-04-01/Accounts/AC${hex}/Messages/MM${hex}/Media/ME${hex}`
const list = '/v1/ContentAndApprovals'

test('without a base URL, requests go to the hosts of the carrier', () => {
  const addresses = createAddresses(undefined)
  assert.deepEqual(addresses.locate('content', `${list}?PageSize=5`), {
    origin: 'https://content.twilio.com',
    path: `${list}?PageSize=5`,
  })
  assert.equal(addresses.locate('api', '/x').origin, 'https://api.twilio.com')
  assert.equal(addresses.locate('messaging', '/x').origin, 'https://messaging.twilio.com')
})

test('a base URL replaces every host and is prepended to every path', () => {
  for (const base of ['http://127.0.0.1:4010/carrier', 'http://127.0.0.1:4010/carrier/']) {
    const addresses = createAddresses(base)
    for (const host of ['api', 'content', 'messaging'] as const) {
      assert.deepEqual(addresses.locate(host, '/x'), { origin: 'http://127.0.0.1:4010', path: '/carrier/x' })
    }
  }
  assert.deepEqual(createAddresses('http://127.0.0.1:4010').locate('api', '/x').path, '/x')
})

test('the next page can have an absolute or a relative link, with and without a base URL', () => {
  const next = `${list}?PageSize=5&Page=1&PageToken=PA1`
  const plain = createAddresses(undefined)
  const based = createAddresses('http://127.0.0.1:4010/carrier')
  for (const link of [`https://content.twilio.com${next}`, next]) {
    assert.deepEqual(plain.follow('content', link, list), { origin: 'https://content.twilio.com', path: next })
  }
  for (const link of [
    `https://content.twilio.com${next}`,
    next,
    `/carrier${next}`,
    `http://127.0.0.1:4010/carrier${next}`,
  ]) {
    assert.deepEqual(based.follow('content', link, list), { origin: 'http://127.0.0.1:4010', path: `/carrier${next}` })
  }
})

test('credentials are never sent to another host or path of a link', () => {
  const addresses = createAddresses(undefined)
  assert.equal(
    addresses.follow('content', `https://evil.example${list}?Page=1`, list)?.origin,
    'https://content.twilio.com',
  )
  for (const link of ['/v1/Content?Page=1', 'https://evil.example/', '//evil.example/x', 'http://[', `${list}/HX1`]) {
    assert.equal(addresses.follow('content', link, list), undefined, link)
  }
})

test('media URLs have the media path of the carrier or of the base URL', () => {
  const plain = createAddresses(undefined)
  const based = createAddresses('http://127.0.0.1:4010/carrier')
  assert.deepEqual(plain.locateMedia(`https://api.twilio.com${media}`), {
    origin: 'https://api.twilio.com',
    path: media,
  })
  for (const url of [`https://api.twilio.com${media}`, `http://127.0.0.1:4010/carrier${media}`]) {
    assert.deepEqual(based.locateMedia(url), { origin: 'http://127.0.0.1:4010', path: `/carrier${media}` })
  }
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
  const plain = createAddresses(undefined)
  const based = createAddresses('http://127.0.0.1:4010/carrier')
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
  assert.deepEqual(based.locateFile('http://127.0.0.1:4010/carrier/f?a=1'), {
    origin: 'http://127.0.0.1:4010',
    path: '/carrier/f?a=1',
  })
  assert.equal(based.locateFile('http://127.0.0.1:4010/carriers/f'), undefined)
  assert.equal(based.locateFile('http://127.0.0.1:4011/carrier/f'), undefined)
})
