// Tests of Twilio's signatures with known vectors and generated requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import twilio from 'twilio'
import { formOf } from '#server/platform/http/bodies/form-body.ts'
import { bodyHash, signTwilioWebhook, verifyTwilioWebhook } from './signature.ts'

const authToken = '12345'
const url = 'https://bot.example.com/hooks/twilio/abc?x=1'
const form = {
  Body: 'Hé 👋',
  From: 'whatsapp:+15551234567',
  MessageSid: 'SM00000000000000000000000000000001',
  NumMedia: '0',
  To: 'whatsapp:+14155238886',
}
const signature = 'nuzMe9XlP0TbvMQgS5gA2YcX+Uc='

describe('a form', () => {
  test('is signed like Twilio signs it', () => {
    assert.equal(signTwilioWebhook({ authToken, url, form }), signature)
    assert.equal(verifyTwilioWebhook({ authToken, url, form, signature }), true)
  })

  test('is accepted if the signed URL contains the port', () => {
    const withPort = url.replace('.com', '.com:443')
    assert.equal(signTwilioWebhook({ authToken, url: withPort, form }), 'y8n16u+1WCfE4ioB/+DaKlykGcI=')
    assert.equal(verifyTwilioWebhook({ authToken, url, form, signature: 'y8n16u+1WCfE4ioB/+DaKlykGcI=' }), true)
    assert.equal(verifyTwilioWebhook({ authToken, url: withPort, form, signature }), true)
  })

  test('is rejected with an added or missing parameter, another scheme, another token or no signature', () => {
    const { NumMedia: _, ...fewer } = form
    for (const wrong of [
      { form: { ...form, Extra: '', More: 'x' } },
      { form: fewer },
      { url: url.replace('https', 'http') },
      { authToken: '12346' },
      { signature: undefined },
      { signature: '' },
      { signature: signature.toLowerCase() },
    ]) {
      assert.equal(verifyTwilioWebhook({ authToken, url, form, signature, ...wrong }), false)
    }
  })

  test('with a repeated name is signed over its distinct values in order', () => {
    const repeated = formOf(new URLSearchParams('MediaUrl=b&MediaUrl=a&MediaUrl=b&To=1'))
    assert.deepEqual({ ...repeated }, { MediaUrl: ['b', 'a', 'b'], To: '1' })
    const expected = twilio.getExpectedTwilioSignature(authToken, url, { ...repeated })
    assert.equal(signTwilioWebhook({ authToken, url, form: repeated }), expected)
  })

  test('is accepted with and without the fragment in the signed URL', () => {
    const settings = `${url}#rc=3&rp=all`
    for (const signed of [url, settings]) {
      const made = signTwilioWebhook({ authToken, url: signed, form })
      assert.equal(verifyTwilioWebhook({ authToken, url: settings, form, signature: made }), true)
    }
  })

  test('is accepted if the query was serialized with querystring', () => {
    const raw = "https://bot.example.com/a?name=O'Neil"
    for (const signed of [raw, 'https://bot.example.com/a?name=O%27Neil']) {
      const made = signTwilioWebhook({ authToken, url: signed, form })
      assert.equal(verifyTwilioWebhook({ authToken, url: raw, form, signature: made }), true)
    }
  })
})

describe('a JSON body', () => {
  const jsonUrl =
    'https://bot.example.com/hooks/json?bodySHA256=015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'
  const jsonSignature = 'KCgrqUmRQJFfu0A8i/ZIvQA9y1w='

  test('is verified by the hash in the query', () => {
    assert.equal(bodyHash('{"a":1}'), new URL(jsonUrl).searchParams.get('bodySHA256'))
    assert.equal(signTwilioWebhook({ authToken, url: jsonUrl }), jsonSignature)
    const given = { authToken, url: jsonUrl, signature: jsonSignature }
    assert.equal(verifyTwilioWebhook({ ...given, rawBody: '{"a":1}' }), true)
    assert.equal(verifyTwilioWebhook({ ...given, rawBody: '{"a":2}' }), false)
    assert.equal(verifyTwilioWebhook(given), false)
  })

  test('is rejected without a hash in the query', () => {
    const bare = 'https://bot.example.com/hooks/json'
    const made = signTwilioWebhook({ authToken, url: bare })
    assert.equal(verifyTwilioWebhook({ authToken, url: bare, signature: made }), true)
    assert.equal(verifyTwilioWebhook({ authToken, url: bare, signature: made, rawBody: '{"a":1}' }), false)
  })
})

describe('a socket', () => {
  const socket = 'wss://bot.example.com/media/abc'
  const socketSignature = '9OUQzOX47Rx2wcBnGYpBxu/q0xM='

  test('is signed over its wss URL only', () => {
    assert.equal(signTwilioWebhook({ authToken, url: socket }), socketSignature)
    assert.equal(verifyTwilioWebhook({ authToken, url: socket, signature: socketSignature }), true)
    const https = socket.replace('wss', 'https')
    assert.equal(verifyTwilioWebhook({ authToken, url: https, signature: socketSignature }), false)
  })

  test('has port 443, with or without it in the URL', () => {
    const made = signTwilioWebhook({ authToken, url: socket.replace('.com', '.com:443') })
    assert.equal(verifyTwilioWebhook({ authToken, url: socket, signature: made }), true)
    const wrongPort = signTwilioWebhook({ authToken, url: socket.replace('.com', '.com:80') })
    assert.equal(verifyTwilioWebhook({ authToken, url: socket, signature: wrongPort }), false)
  })
})

describe('any request', () => {
  const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.string(), fc.array(fc.string())), {
    noNullPrototype: true,
  })
  const nonEmpty = fc.string({ minLength: 1 })
  const urls = fc.webUrl({ withQueryParameters: true })

  test('has the same signature as with the official package', () => {
    fc.assert(
      fc.property(nonEmpty, urls, fields, (token, address, some) => {
        const made = signTwilioWebhook({ authToken: token, url: address, form: some })
        assert.equal(made, twilio.getExpectedTwilioSignature(token, address, some))
        assert.ok(twilio.validateRequest(token, made, address, some))
        assert.ok(verifyTwilioWebhook({ authToken: token, url: address, form: some, signature: made }))
      }),
    )
  })

  test('is rejected if a value, the path or the token has changed', () => {
    fc.assert(
      fc.property(nonEmpty, urls, fields, nonEmpty, (authToken, url, form, more) => {
        const signed = { authToken, url, form, signature: signTwilioWebhook({ authToken, url, form }) }
        const longer = { ...form, Zz: more }
        assert.equal(verifyTwilioWebhook({ ...signed, form: longer }), 'Zz' in form && form['Zz'] === more)
        const other = url.replace(/^(\w+:\/\/[^/?#]+)/, '$1/other')
        assert.equal(verifyTwilioWebhook({ ...signed, url: other }), false)
        assert.equal(verifyTwilioWebhook({ ...signed, authToken: `${authToken}x` }), false)
      }),
    )
  })
})
