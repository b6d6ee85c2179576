// Tests of the encodings of HTTP responses.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { decodeResponse } from '../src/index.ts'

const html = 'text/html'
const decoded = (text: string, encoding: string, contentType?: string): string =>
  decodeResponse(iconv.encode(text, encoding), contentType)

describe('the encoding of a response', () => {
  it('is that of a byte order mark, whatever is declared', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'])
      assert.equal(decoded('\ufeff<p>Żółw 5 €', encoding, 'text/html; charset=koi8-r'), '<p>Żółw 5 €')
  })

  it('is that of the header, in each way to write it', () => {
    const texts: [encoding: string, label: string, text: string][] = [
      ['windows-1252', 'ISO-8859-1', 'Crème brûlée – 7 €'],
      ['windows-1252', 'latin1', 'Größe'],
      ['windows-1251', '"windows-1251"', 'Пирог с вишней'],
      ['koi8-r', "'KOI8-R'", 'Пирог с вишней'],
      ['shift_jis', 'x-sjis', 'メニュー'],
      ['shift_jis', 'Windows-31J', '①番'],
      ['euc-kr', 'ks_c_5601-1987', '똠방각하'],
      ['gbk', 'gb2312', '菜单：面包'],
      ['big5', 'Big5', '麵包'],
      ['windows-1254', 'ISO-8859-9', 'Öğle yemeği'],
      ['windows-874', 'TIS-620', 'ขนมปัง'],
      ['windows-1250', 'windows-1250', 'Chléb a žitný rohlík'],
    ]
    for (const [encoding, label, text] of texts)
      for (const type of ['text/csv;charset=', 'application/json; version=1; Charset = '])
        assert.equal(decoded(text, encoding, `${type}${label}`), text, label)
    const japanese = Buffer.from('\x1b$B%Q%s\x1b(B', 'latin1')
    assert.equal(decodeResponse(japanese, 'text/plain; charset=iso-2022-jp'), 'パン')
  })

  it('is that of a meta element, and of nothing that only looks like one', () => {
    const page = (head: string) =>
      decoded(`<!doctype html><head>${head}<title>Хлеб и булки</title>`, 'windows-1251', html)
    const found = [
      '<meta charset=windows-1251>',
      '<META CONTENT="text/html; charset=Windows-1251" HTTP-EQUIV=content-type />',
      '<!-- <meta charset="utf-8"> --><meta charset="cp1251">',
      '<meta name="note" content="charset=koi8-r"><meta charset="windows-1251">',
      '<meta data-charset="koi8-r" charset="windows-1251">',
      `<script>const m = '<meta charset="koi8-r">'</script><meta charset="windows-1251">`,
      '<link title="<meta charset=koi8-r>"><meta charset="windows-1251">',
      '<meta charset="none"><meta charset="windows-1251">',
      `${'<link href="style.css">'.repeat(300)}<meta charset="windows-1251">`,
    ]
    for (const head of found) assert.match(page(head), /<title>Хлеб и булки<\/title>/, head)
    assert.equal(decoded('<meta charset="koi8-r">Ñandú', 'windows-1252', 'text/plain; charset=latin1').at(-1), 'ú')
    assert.match(decoded('<meta charset="utf-16">Brötchen', 'utf-8', html), /Brötchen/)
  })

  it('is that of an XML declaration', () => {
    const feed = '<?xml version="1.0" encoding="ISO-8859-2"?><title>Źródło</title>'
    for (const type of ['application/rss+xml', 'text/xml', 'application/xhtml+xml'])
      assert.match(decoded(feed, 'iso-8859-2', type), /Źródło/)
  })

  it('is UTF-8 if the bytes evidently are, whatever is declared', () => {
    const labels = ['iso-8859-1', 'windows-1251', 'koi8-r', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'utf-16']
    const words = fc.constantFrom(
      'Gdańsk',
      'Brötchen',
      'über 5 €',
      'хлеб',
      '面包和蛋糕',
      'ขนมปัง',
      'Öğle',
      'l’été',
      'Æble',
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 3, maxLength: 9 }), fc.constantFrom(...labels), (parts, label) => {
        const text = parts.join(' ')
        assert.equal(decoded(text, 'utf-8', `text/plain; charset=${label}`), text)
        const page = `<meta charset="${label}"><p>${text}`
        assert.equal(decoded(page, 'utf-8', html), page)
      }),
    )
    assert.equal(decoded('Gdańsk', 'utf-8', 'text/plain; charset=latin1'), 'Gdańsk')
  })

  it('is the declared one if its text could be read as UTF-8 by accident', () => {
    for (const text of ['CAFÉ™', 'NESTLÉ® COFFEE', 'È» 5'])
      assert.equal(decoded(text, 'windows-1252', 'text/html; charset=iso-8859-1'), text)
  })

  it('is another one if the bytes are not UTF-8 as declared, and UTF-8 if a byte is damaged', () => {
    const page = '<meta charset="windows-1251"><p>Хлеб и булки'
    assert.equal(decoded(page, 'windows-1251', 'text/html; charset=utf-8'), page)
    assert.match(decoded('Schöne Grüße aus der Bäckerei', 'windows-1252', 'text/plain; charset=utf-8'), /Schöne Grüße/)
    const cut = Buffer.from('Schöne Grüße aus der Bäckerei am Fluß').subarray(0, -1)
    assert.match(decodeResponse(cut, 'text/html; charset=utf-8'), /Grüße aus der Bäckerei am Flu\ufffd/)
    const damaged = Buffer.concat([cut, Buffer.from('<meta charset=latin1>')])
    assert.match(decodeResponse(damaged, 'text/html; charset=utf-8'), /Grüße aus der Bäckerei am Flu\ufffd/)
  })

  it('is UTF-8 without a declaration, or detected', () => {
    assert.equal(decodeResponse(Buffer.from('{"name":"Šárka"}'), undefined), '{"name":"Šárka"}')
    assert.equal(decodeResponse(Buffer.from('é'), 'text/plain; charset=unknown-8bit'), 'é')
    assert.match(decoded('Größe und Öffnungszeiten', 'windows-1252', ''), /Größe und Öffnungszeiten/)
    for (const label of ['utf-7', 'base64', 'hex', 'replacement'])
      assert.equal(decodeResponse(Buffer.from('+AGE- YQ=='), `text/plain; charset=${label}`), '+AGE- YQ==')
    assert.equal(decodeResponse(new Uint8Array(), undefined), '')
  })

  it('never fails', () => {
    const types = fc.constantFrom(
      undefined,
      html,
      'text/html;charset=gbk',
      'a/b;charset=euc-jp',
      'text/xml;charset=utf-16',
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), types, (bytes, type) => {
        assert.equal(typeof decodeResponse(bytes, type), 'string')
      }),
    )
  })
})
