// Tests of how media types are detected and file names are chosen.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { carrierFilename, originalFilename } from './file-name.ts'
import { mediaTypeOf } from './media-type.ts'
import { readTrackHandlers } from './mp4-tracks.ts'

const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** An MP4 file with a track for each handler. */
const mp4Of = (brand: string, ...handlers: string[]): Buffer => {
  const trackOf = (handler: string) =>
    box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from(handler))))
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), Buffer.alloc(4)),
    box('mdat', Buffer.alloc(50)),
    box('moov', box('mvhd', Buffer.alloc(100)), ...handlers.map(trackOf)),
  ])
}

describe('a media file', () => {
  const bytes = (...values: (string | number)[]) =>
    Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.of(value))))

  it('is recognized by its bytes, even if its declared type differs', () => {
    const typed = (content: Buffer, declared?: string) => mediaTypeOf(content, declared)?.contentType
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const files: [type: string | undefined, content: Buffer, declared?: string][] = [
      ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0), 'text/html'],
      ['image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n'), 'image/jpeg'],
      ['image/webp', bytes('RIFF0000WEBPVP8 ')],
      ['application/pdf', bytes('%PDF-1.7')],
      ['audio/ogg', bytes('OggS', 0, 2, 'OpusHead')],
      [undefined, bytes('OggS', 0, 2, 'vorbis'), 'audio/ogg'],
      ['video/mp4', bytes(0, 0, 0, 0x20, 'ftypisom')],
      ['audio/mp4', bytes(0, 0, 0, 0x20, 'ftypM4A ')],
      ['video/3gpp', bytes(0, 0, 0, 0x20, 'ftyp3gp5')],
      [undefined, bytes(0, 0, 0, 0x20, 'ftypqt  '), 'video/mp4'],
      ['audio/mpeg', bytes('ID3', 4)],
      ['audio/mpeg', bytes(0xff, 0xfb, 0x90)],
      ['audio/aac', bytes(0xff, 0xf1, 0x50)],
      ['audio/amr', bytes('#!AMR\n')],
      [docx, bytes('PK', 3, 4, '[Content_Types].xml word/document.xml')],
      [undefined, bytes('PK', 3, 4, 'setup.exe'), 'application/zip'],
      ['text/plain', bytes('Dear Ann'), 'text/plain; charset=utf-8'],
      ['text/vcard', bytes('BEGIN:VCARD\n'), 'text/vcard'],
      [undefined, bytes('<html>'), 'text/html'],
      [undefined, bytes('<html>'), 'image/png'],
      [undefined, bytes('GIF89a'), 'image/gif'],
      [undefined, bytes(0xff, 0xfe, 0), 'text/plain'],
    ]
    for (const [type, content, declared] of files) assert.equal(typed(content, declared), type, content.toString())
    for (const brand of ['mp42', 'isom', '3gp5']) {
      const video = brand === '3gp5' ? 'video/3gpp' : 'video/mp4'
      assert.equal(typed(mp4Of(brand, 'soun'), 'audio/mp4; codecs=mp4a'), 'audio/mp4', brand)
      assert.equal(typed(mp4Of(brand, 'soun'), 'video/mp4'), video)
      assert.equal(typed(mp4Of(brand, 'soun', 'vide'), 'audio/mp4'), video)
      assert.equal(typed(mp4Of(brand), 'audio/mp4'), video)
      assert.equal(typed(mp4Of(brand, 'soun').subarray(0, 60), 'audio/mp4'), video)
    }
  })

  it('with malformed MP4 boxes is read in bounded time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (junk, length) => {
        const file = Buffer.concat([mp4Of('isom', 'soun').subarray(0, length), junk])
        assert.ok(readTrackHandlers(file).size < 30)
      }),
    )
    const endless = Buffer.concat(Array.from({ length: 100_000 }, () => box('free')))
    assert.equal(readTrackHandlers(endless).size, 0)
  })

  it('keeps the given name, or else the name in its URL, on one line', () => {
    assert.equal(originalFilename('Rechnung März 2026.pdf', 'https://example.com/x', 'pdf'), 'Rechnung März 2026.pdf')
    assert.equal(originalFilename(null, 'https://example.com/a/my%20report.PDF?x=1', 'pdf'), 'my report.PDF')
    assert.equal(originalFilename(null, 'https://example.com/a%00b%0D%0Ac.pdf', 'pdf'), 'ab c.pdf')
    assert.equal(originalFilename(null, 'https://example.com/%ff', 'pdf'), 'file.pdf')
    assert.equal([...originalFilename(null, `https://example.com/${'%F0%9F%91%8B'.repeat(300)}`, 'pdf')].length, 255)
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) =>
        assert.doesNotMatch(originalFilename(name, '', 'pdf'), /\p{Cc}|^$/u),
      ),
    )
  })

  it('gets a short ASCII name with the extension of its type for the carrier', () => {
    assert.equal(carrierFilename('Rechnung März 2026.pdf', 'pdf'), 'Rechnung_Marz_20.pdf')
    assert.equal(carrierFilename('report.PDF', 'pdf'), 'report.pdf')
    assert.equal(carrierFilename('evil"\r\nSet-Cookie: x', 'png'), 'evil_Set-Cookie_.png')
    assert.equal(carrierFilename('😀', 'docx'), 'file.docx')
    fc.assert(
      fc.property(fc.string(), (name) => assert.match(carrierFilename(name, 'docx'), /^[A-Za-z0-9_-]{1,15}\.docx$/)),
    )
  })
})
