// Tests of files as contact managers and spreadsheets export them: what each column is taken for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Encoding } from '@parley/rules'
import { usesOf, withUse } from './column-use.ts'
import { detectEncoding, encode } from './encoding.ts'
import { guessVariables, readableName } from './guess-variables.ts'
import { countRepeated } from './mapping.ts'
import { readSheet } from './read-head.ts'
import { sampleFile } from './sample-file.ts'

/** The uses of the columns by their headings, and the sheet. */
function read(text: string, { expected = ['customer_name', 'city'], encoding = 'utf-8' as Encoding } = {}) {
  const bytes = encode(text, encoding)!
  const { encoding: detected, isCertain } = detectEncoding(bytes)
  const sheet = readSheet({ file: new File([bytes], 'a.csv'), bytes, detected, isCertain }, { encoding: detected })!
  const mapping = { phone: sheet.mapping.phone, names: guessVariables(sheet.mapping.names, expected) }
  const uses = usesOf(mapping, expected)
  return { sheet, mapping, uses: Object.fromEntries(sheet.names.map((name, index) => [name, uses[index]])) }
}

const csv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\r\n`).join('')

/** Rows whose other cells are empty. */
const withColumns = (headings: readonly string[], ...rows: Record<string, string>[]): string =>
  csv([headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))])

const outlook =
  "Title,First Name,Middle Name,Last Name,Suffix,Given Name Yomi,Family Name Yomi,Home Street,Home City,Home State,Home Postal Code,Home Country,Company,Department,Job Title,Office Location,Business Street,Business City,Business State,Business Postal Code,Business Country,Other Street,Other City,Other State,Other Postal Code,Other Country,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Anniversary,Birthday,E-mail Address,E-mail Type,E-mail 2 Address,E-mail 2 Type,E-mail 3 Address,E-mail 3 Type,Notes,Spouse,Web Page".split(
    ',',
  )

describe('a file that others export', () => {
  it('of HubSpot uses its first number that is filled, and leaves empty columns out', () => {
    const headings = [
      'Record ID',
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Mobile Phone Number',
      'City',
      'Contact owner',
      'Lead Status',
    ]
    const { uses } = read(
      withColumns(headings, {
        'Record ID': '151',
        'First Name': 'Ada',
        'Last Name': 'Lovelace',
        'Mobile Phone Number': '+1 202-555-0141',
        City: 'London',
      }),
    )
    assert.deepEqual(uses, {
      'Record ID': 'new',
      'First Name': 'variable:customer_name',
      'Last Name': 'new',
      Email: 'ignored',
      'Phone Number': 'ignored',
      'Mobile Phone Number': 'phone',
      City: 'variable:city',
      'Contact owner': 'ignored',
      'Lead Status': 'ignored',
    })
  })

  it('of Salesforce, Pipedrive and Google Contacts finds the number and the name', () => {
    const salesforce = [
      'Salutation',
      'First Name',
      'Last Name',
      'Account Name',
      'Mailing City',
      'Phone',
      'Mobile',
      'Fax',
      'Account Owner',
    ]
    const { uses } = read(
      withColumns(salesforce, {
        'Last Name': 'Lovelace',
        'First Name': 'Ada',
        'Mailing City': 'London',
        Phone: '(202) 555-0141',
        Mobile: '(202) 555-0142',
        Fax: '(202) 555-0143',
      }),
    )
    assert.equal(uses['Phone'], 'phone')
    assert.equal(uses['Mobile'], 'other')
    assert.equal(uses['Fax'], 'new')
    assert.equal(uses['Mailing City'], 'variable:city')
    const pipedrive = read(
      withColumns(['Person - Name', 'Person - Phone', 'Person - Organization', 'Person - Email'], {
        'Person - Name': 'Ada Lovelace',
        'Person - Phone': '+12025550141',
      }),
    )
    assert.equal(pipedrive.uses['Person - Phone'], 'phone')
    assert.equal(pipedrive.uses['Person - Name'], 'variable:customer_name')
    const google = read(
      withColumns(
        [
          'First Name',
          'Middle Name',
          'Last Name',
          'Labels',
          'Phone 1 - Label',
          'Phone 1 - Value',
          'Phone 2 - Value',
          'Address 1 - City',
        ],
        {
          'First Name': 'Ada',
          'Phone 1 - Label': 'Mobile',
          'Phone 1 - Value': '+1 202-555-0141',
          'Phone 2 - Value': '+1 202-555-0142',
          'Address 1 - City': 'London',
        },
      ),
    )
    assert.equal(google.uses['Phone 1 - Value'], 'phone')
    assert.equal(google.uses['Phone 2 - Value'], 'other')
    assert.equal(google.uses['Address 1 - City'], 'variable:city')
  })

  it('of Outlook with 56 columns keeps those that have values', () => {
    const { uses } = read(
      withColumns(outlook, {
        'First Name': 'Ada',
        'Business Phone': '202-555-0141',
        'Mobile Phone': '202-555-0142',
        Notes: 'line one\nline "two"',
      }),
    )
    assert.deepEqual(
      Object.entries(uses).filter(([, use]) => use !== 'ignored'),
      [
        ['First Name', 'variable:customer_name'],
        ['Business Phone', 'other'],
        ['Mobile Phone', 'phone'],
        ['Notes', 'new'],
      ],
    )
  })

  it('of a German Excel has semicolons and umlauts in Windows-1252', () => {
    const { sheet, uses } = read(
      csv(
        [
          ['Straße', 'Ansprechpartner', 'Ort', 'Handynummer'],
          ['Königsallee 1', 'Jürgen Groß', 'Köln', '0171 1234567'],
        ],
        ';',
      ),
      {
        encoding: 'windows-1252',
      },
    )
    assert.deepEqual([sheet.encoding, sheet.delimiter], ['windows-1252', ';'])
    assert.deepEqual(uses, {
      Straße: 'new',
      Ansprechpartner: 'variable:customer_name',
      Ort: 'variable:city',
      Handynummer: 'phone',
    })
  })

  it('in French and Spanish, with tabs, finds the same columns', () => {
    const french = read('Nom complet\tVille\tTéléphone portable\nZoé\tNîmes\t06 12 34 56 78\n')
    assert.deepEqual(Object.values(french.uses), ['variable:customer_name', 'variable:city', 'phone'])
    const spanish = read('Nombre completo\tCiudad\tMóvil\nÍñigo\tAvilés\t612 345 678\n')
    assert.deepEqual(Object.values(spanish.uses), ['variable:customer_name', 'variable:city', 'phone'])
  })

  it('without headings is read by its values, or has no phone number', () => {
    const { sheet, mapping } = read('Ada,+1 202 555 0141\nBo,+1 202 555 0142\n')
    assert.deepEqual([sheet.hasHeader, mapping.phone], [false, 1])
    assert.equal(read('a,b\nx,y\n').mapping.phone, -1)
  })

  it('with equal headings and repeated numbers says so', () => {
    const { sheet } = read('phone,city,city\n+12025550141,Rome,Paris\n+1 202 555 0141,Rome,Oslo\n')
    assert.deepEqual([...sheet.repeatedHeadings], [[2, 'city']])
    assert.equal(countRepeated(sheet.read, 0), 1)
  })
})

describe('the use of a column', () => {
  const headings = ['phone', 'a', 'b', 'Mobile']
  const start = { phone: 0, names: ['', 'a', 'b', 'Mobile'] }
  const expected = ['customer_name']

  it('can be a variable, the country, another number, or nothing', () => {
    const named = withUse(start, headings, 1, 'variable:customer_name')
    assert.deepEqual(usesOf(named, expected), ['phone', 'variable:customer_name', 'new', 'other'])
    // One column fills a variable.
    assert.deepEqual(withUse(named, headings, 2, 'variable:customer_name').names, ['', 'a', 'customer_name', 'Mobile'])
    for (const use of ['country', 'extension', 'timeZone', 'other', 'ignored'] as const)
      assert.equal(usesOf(withUse(start, headings, 2, use), expected)[2], use)
  })

  it('moves the phone number to another column, or leaves none', () => {
    const moved = withUse(start, headings, 3, 'phone')
    assert.deepEqual(usesOf(moved, expected), ['other', 'new', 'new', 'phone'])
    assert.equal(withUse(start, headings, 0, 'ignored').phone, -1)
  })
})

describe('the sample file', () => {
  const expected = [
    { name: 'customer_name', fallback: undefined },
    { name: 'renewal_date', fallback: '1 May' },
    { name: 'plan', fallback: undefined },
  ]
  const example = (name: string): string => `Example of ${name}`

  it('has the columns of the campaign and numbers for fiction, as spreadsheets of the region read it', () => {
    assert.equal(
      sampleFile(expected, { locale: 'en-US', example }),
      '\ufeffphone_number,customer_name,renewal_date,plan\r\n+1 202 555 0141,Ada Lovelace,1 May,Example of plan\r\n+1 202 555 0142,Jürgen Groß,1 May,Example of plan\r\n',
    )
    assert.match(
      sampleFile([], { locale: 'de-DE', example }),
      /^\ufeffphone_number;customer_name\r\n\+49 30 23125 101;Ada/,
    )
  })

  it('is understood by the import as it is', () => {
    for (const locale of ['en-US', 'en-GB', 'de-DE']) {
      const { uses } = read(sampleFile(expected, { locale, example }).slice(1), {
        expected: expected.map(({ name }) => name),
      })
      assert.deepEqual(Object.values(uses), [
        'phone',
        'variable:customer_name',
        'variable:renewal_date',
        'variable:plan',
      ])
    }
    assert.equal(readableName('renewal_date'), 'Renewal date')
  })
})
