// Tests of the columns of a file, and of the header that replaces the original one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnNames, type Encoding, readCsv } from '@parley/rules'
import fc from 'fast-check'
import { type ColumnUse, usesOf, withUse } from './column-use.ts'
import { decode, encode } from './encoding.ts'
import { guessVariables } from './guess-variables.ts'
import { faultsOf, initialMapping, looksLikeHeader, looksLikePhone, type Mapping } from './mapping.ts'
import { prepareFile } from './prepared-file.ts'
import { readSheet } from './read-head.ts'

async function prepare(text: string, mapping: Mapping, { encoding = 'utf-8' as Encoding, hasHeader = true } = {}) {
  const bytes = encode(text, encoding)!
  const options = { delimiter: ',' as const, encoding, sentEncoding: encoding, hasHeader }
  const prepared = prepareFile(new File([bytes], 'leads.csv'), bytes, mapping, options)
  return prepared && { ...prepared, text: decode(new Uint8Array(await prepared.file.arrayBuffer()), encoding) }
}

describe('the columns of a file of leads', () => {
  it('finds the phone number by the name of its column, or else by its values', () => {
    assert.equal(initialMapping(['Name', 'Mobile Phone'], []).phone, 1)
    for (const name of ['Téléphone portable', 'Numéro de téléphone', 'Teléfono móvil', 'N.º de teléfono', 'Telemóvel'])
      assert.equal(initialMapping(['Name', 'Fax', name], []).phone, 2, name)
    for (const name of ['Cellulare', 'Numero di telefono', 'Mobile Phone Number', 'Person - Phone', 'Phone - Work'])
      assert.equal(initialMapping(['Name', 'Fax', name], []).phone, 2, name)
    assert.equal(initialMapping(['First Name', 'Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Value'], []).phone, 2)
    assert.equal(initialMapping(['Phone Type', 'Phone (business)', 'Mobile model'], []).phone, 1)
    assert.equal(initialMapping(['Name', 'Kontakt'], [['Ada', '+1 415 555-0100']]).phone, 1)
    assert.equal(initialMapping(['a', 'b'], [['x', 'y']]).phone, -1)
  })

  it('gives each column the use that was chosen for it, and a file has one country, extension and time zone', () => {
    const heading = fc.constantFrom(
      ...[
        'Phone',
        'Country',
        'Country Code',
        'Land',
        'Extension',
        'Durchwahl',
        'Timezone',
        'Zeitzone',
        'Region',
        'Name',
        '',
      ],
    )
    const choice = fc.constantFrom<ColumnUse>('phone', 'country', 'extension', 'timeZone', 'ignored', 'variable:city')
    const files = fc.uniqueArray(heading, { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(files, fc.array(fc.tuple(fc.nat(5), choice), { maxLength: 6 }), (headings, choices) => {
        let mapping = initialMapping(headings, [])
        for (const [at, use] of choices) {
          const index = at % headings.length
          mapping = withUse(mapping, headings, index, use)
          const uses = usesOf(mapping, ['city'])
          assert.equal(uses[index], use, `${headings} ${mapping.names}`)
          for (const each of ['country', 'extension', 'timeZone'] as const)
            assert.ok(uses.filter((other) => other === each).length <= 1, `${headings} ${mapping.names}`)
        }
      }),
    )
  })

  it('gives the first name its own variable before it is used as the full name', () => {
    assert.deepEqual(guessVariables(['Vorname', 'Nachname'], ['customer_name', 'first_name']), [
      'first_name',
      'Nachname',
    ])
    assert.deepEqual(guessVariables(['Vorname', 'Ort'], ['customer_name']), ['customer_name', 'Ort'])
  })

  it('takes a first line with a phone number for a lead', () => {
    assert.equal(looksLikeHeader(['phone', 'name']), true)
    assert.equal(looksLikeHeader(['+14155550100', 'Ada']), false)
    assert.equal(looksLikePhone('2026'), false)
  })

  it('reports names that are missing or used twice', () => {
    const faults = faultsOf({ phone: 0, names: ['', 'city', ' city', '__proto__', '', ' '] })
    assert.deepEqual(
      [...faults],
      [
        [2, 'repeated'],
        [3, 'reserved'],
        [5, 'blank'],
      ],
    )
  })

  it('sends the file as it is unless a column was changed', async () => {
    const text = 'phone,name\n+14155550100,Ada\n'
    const prepared = await prepare(text, initialMapping(['phone', 'name'], []))
    assert.equal(prepared?.text, text)
    assert.deepEqual(prepared?.query, {
      delimiter: ',',
      encoding: 'utf-8',
      phone_column: 'phone',
      has_header: true,
    })
    const bare = await prepare('Ada,+14155550100\n', { phone: 1, names: ['column_1', ''] }, { hasHeader: false })
    assert.equal(bare?.query.phone_column, '2')
    assert.equal(bare?.query.has_header, false)
  })

  it('replaces the header, also one of several lines, and corrects the numbers of lines', async () => {
    const prepared = await prepare('\n"The\nname",tel\nAda,1\n', { phone: 1, names: ['customer_name', ''] })
    assert.equal(prepared?.text, '"customer_name","phone_number"\nAda,1\n')
    // Line 2 of the file that is sent is line 4 of the original.
    assert.equal(prepared?.lineShift, 2)
    const bare = await prepare('Ada,1\n', { phone: 1, names: ['name', ''] }, { hasHeader: false })
    assert.equal(bare?.text, '"name","phone_number"\nAda,1\n')
    assert.equal(bare?.lineShift, -1)
  })

  it('keeps the statement of the delimiter out of the header and of the numbers of lines', async () => {
    const text = 'sep=,\r\nName,Telefon\r\nAda,1\r\n'
    const prepared = await prepare(text, { phone: 1, names: ['customer', ''] })
    assert.equal(prepared?.text, '"customer","phone_number"\nAda,1\r\n')
    // Line 2 of the file that is sent is line 3 of the original.
    assert.equal(prepared?.lineShift, 1)
    const bare = await prepare('sep=,\nAda,1\n', { phone: 1, names: ['name', ''] }, { hasHeader: false })
    assert.deepEqual([bare?.text, bare?.lineShift], ['"name","phone_number"\nAda,1\n', 0])
    const head = {
      file: new File([text], 'a.csv'),
      bytes: Buffer.from(text),
      detected: 'utf-8' as const,
      isCertain: true,
    }
    const sheet = readSheet(head, { encoding: 'utf-8' })
    assert.deepEqual([sheet?.names, sheet?.rowCount, sheet?.rows[0]?.line], [['Name', 'Telefon'], 1, 3])
  })

  it('keeps all records after the header, in every encoding', async () => {
    const record = fc.array(fc.string({ unit: fc.constantFrom('"', '\n', ',', 'ä', '€', 'z'), maxLength: 5 }), {
      minLength: 2,
      maxLength: 2,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
        fc.boolean(),
        async (records, encoding, hasMark) => {
          const mark = hasMark && encoding !== 'windows-1252' ? '\ufeff' : ''
          const lines = records.map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          const prepared = await prepare(
            `${mark}${lines.join('\n')}\n`,
            { phone: 0, names: ['', 'wörd'] },
            { encoding },
          )
          const read = readCsv(prepared!.text, { delimiter: ',', isComplete: true }).records
          assert.deepEqual(
            read.slice(1).map(({ cells }) => cells),
            records.slice(1),
          )
          const [names] = records
          const isSent = names![1]!.trim() === 'wörd'
          if (!isSent) assert.deepEqual(read[0]?.cells, ['phone_number', 'wörd'])
        },
      ),
    )
  })

  it('refuses a name that the encoding of the file lacks', async () => {
    assert.equal(await prepare('tel,x\n', { phone: 0, names: ['', '名前'] }, { encoding: 'windows-1252' }), undefined)
  })

  it('names columns without a header by their position, and shortens long names', () => {
    assert.deepEqual(columnNames(['+1', 'b'], false), ['column_1', 'column_2'])
    assert.equal(columnNames(['x'.repeat(99)], true)[0]?.length, 64)
  })
})
