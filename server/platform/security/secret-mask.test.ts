// Tests of masking: no form of a secret is left, and other text stays.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { secretsOfRequest } from './request-secrets.ts'
import { createSecretMask } from './secret-mask.ts'

const secret = fc.string({ minLength: 6, maxLength: 20 }).filter((text) => !text.includes('*'))

describe('a mask of secrets', () => {
  it('leaves no occurrence of a secret in any JSON value', () => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 4 }), (secrets, value) => {
        const said = { value, [`a${secrets[0]}b`]: secrets.map((one) => [`x${one}y${one}`, { [one]: one }]) }
        const texts: string[] = []
        JSON.stringify(createSecretMask(secrets).json(said), (name, item) => {
          texts.push(name, ...(typeof item === 'string' ? [item] : []))
          return item
        })
        for (const one of secrets) assert.ok(!texts.some((text) => text.includes(one)))
      }),
    )
  })

  it('leaves no encoded secret that can be decoded again', () => {
    const around = fc.string({ unit: fc.constantFrom(...'abc 019:'), maxLength: 5 })
    fc.assert(
      fc.property(secret, around, around, (one, before, after) => {
        const text = `${before}${one}${after}`
        const mask = createSecretMask([one])
        assert.ok(
          !Buffer.from(mask.text(Buffer.from(text).toString('base64')), 'base64')
            .toString()
            .includes(one),
        )
        assert.ok(
          !Buffer.from(mask.text(Buffer.from(text).toString('base64url')), 'base64url')
            .toString()
            .includes(one),
        )
        assert.ok(!decodeURIComponent(mask.text(encodeURIComponent(text))).includes(one))
        const form = mask.text(new URLSearchParams({ text }).toString())
        assert.ok(!new URLSearchParams(form).get('text')!.includes(one))
        assert.ok(!JSON.parse(mask.text(JSON.stringify(text))).includes(one))
      }),
    )
  })

  it('cuts a secret that is cut off', () => {
    fc.assert(
      fc.property(secret, fc.nat(20), (one, length) => {
        const cut = createSecretMask([one]).cutText(`Before ${one} and ${one.slice(0, length)}`)
        assert.ok(!cut.includes(one))
        if (length > 0) assert.ok(!cut.endsWith(` and ${one.slice(0, length)}`))
      }),
    )
  })

  it('does not change text without secrets, or with short ones', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 })), fc.string(), (short, text) => {
        const mask = createSecretMask(short)
        assert.deepEqual([mask.text(text), mask.cutText(text), mask.json({ text })], [text, text, { text }])
      }),
    )
  })
})

describe('the secrets of a request', () => {
  const secretsOf = (headers: Record<string, string>, url = 'https://shop.example/') =>
    createSecretMask(secretsOfRequest({ url, headers }))

  it('are its credentials and their parts', () => {
    const masked: [Record<string, string>, string, string?][] = [
      [{ authorization: 'Bearer abcdef' }, 'abcdef'],
      [{ authorization: 'Token token="abcdef", nonce="x"' }, 'abcdef'],
      [{ cookie: 'lang=de; session=abcdef' }, 'abcdef'],
      [{ 'x-apikey': 'abcdef' }, 'abcdef'],
      [{ 'ocp-apim-subscription-key': 'abcdef' }, 'abcdef'],
      [{ 'x-shop': 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' }, 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
      [{}, 'abcdef', 'https://shop.example/?code=abcdef'],
      [{}, 'abcdef', 'https://shop.example/?X-Amz-Signature=abcdef'],
      [{}, 'abcdef', 'https://ann:abcdef@shop.example/'],
    ]
    for (const [headers, text, url] of masked) assert.equal(secretsOf(headers, url).text(text), '********', text)
  })

  it('are not other values', () => {
    const id = 'a3bb189e-8bf9-3888-9912-ace4e6543002'
    const shown: [Record<string, string>, string, string?][] = [
      [{ accept: 'application/vnd.shop.v3+json' }, 'application/vnd.shop.v3+json'],
      [{ 'x-customer': id }, id],
      [{ 'x-customer': '+14155551234' }, '+14155551234'],
      [{ 'x-author': 'Tolkien' }, 'Tolkien'],
      [{ 'shop-version': '2026-01-31' }, '2026-01-31'],
      [{}, 'pizza-hut', 'https://shop.example/?keyword=pizza-hut'],
      [{ authorization: 'Bearer abcdefg' }, 'Bearer'],
    ]
    for (const [headers, text, url] of shown) assert.equal(secretsOf(headers, url).text(text), text)
  })
})
