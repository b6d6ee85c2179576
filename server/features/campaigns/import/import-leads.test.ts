// Tests of importing leads: encodings, columns, lines that are refused, duplicates, and requests that end early.
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { timed } from '#testing/measure/block-time.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
await parley.app.http.listen({ host: '127.0.0.1', port: 0 })
const { port } = parley.app.http.server.address() as AddressInfo

async function open(settings: Parameters<typeof parley.createAccount>[0] = {}) {
  const owner = await parley.createAccount(settings)
  const { client } = owner
  const { id } = (await client.campaigns.create({ name: 'Spring' })).data
  type Options = Omit<Parameters<typeof client.leads.import>[0], 'id' | 'file'>
  const load = async (file: string | Uint8Array<ArrayBuffer>, options: Options = {}) =>
    client.leads.import({ id, file: new Blob([file]), ...options })
  /** Oldest first. */
  const leads = async (fields: { per_page?: number } = {}) =>
    (await client.leads.list({ campaign_id: id, per_page: 100, ...fields })).data.reverse()
  const counts = async () => (await client.campaigns.get({ id })).leads
  return { ...owner, id, load, leads, counts, request: rawRequests(parley, owner.token) }
}

const numbers = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, index) => `+1415${String(2_000_000 + first + index)}\n`).join('')

describe('an import of leads', () => {
  it('takes the file itself or a form, and answers with what it has done', async () => {
    const { id, load, leads, request, counts } = await open()
    const file = 'Phone Number,name\n+14155550100,Ada\n(415) 555-0101,Alan\n'
    const first = await request('POST', `/api/user/campaign/${id}/leads/import`, file, { 'content-type': 'text/csv' })
    const none = { duplicates: 0, refused: 0, errors: [], more_errors: 0 }
    assert.deepEqual(
      [first.status, first.body],
      [200, { message: 'Leads imported successfully', data: { imported: 2, lines: 2, ...none } }],
    )
    assert.deepEqual((await load(`${file}+14155550102,Grace`)).data, { ...none, imported: 1, duplicates: 2, lines: 3 })
    assert.deepEqual(
      (await leads()).map((lead) => [lead.phone_number, lead.variables, lead.status, lead.campaign.id]),
      [
        ['+14155550100', { name: 'Ada' }, 'created', id],
        ['+14155550101', { name: 'Alan' }, 'created', id],
        ['+14155550102', { name: 'Grace' }, 'created', id],
      ],
    )
    assert.deepEqual(await counts(), { total: 3, created: 3 })
    const alias = `/api/user/campaigns/${id}/leads/import?has_header=0`
    const third = await request('POST', alias, '+14155550103', { 'content-type': 'text/csv; charset=utf-8' })
    assert.equal(third.body.data.imported, 1)
  })

  it('reads files of spreadsheets in their encodings', async () => {
    const text = 'Telefonnummer;Straße\r\n0171 1234567;"Köln; ""Dom"""\r\n'
    const latin = Buffer.from(text, 'latin1')
    const encodings = {
      utf8: Buffer.from(text),
      mark: Buffer.from(`\ufeff${text}`),
      utf16le: Buffer.from(`\ufeff${text}`, 'utf16le'),
      utf16be: Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      windows: latin,
    }
    const { load, leads } = await open({ country: 'DE' })
    for (const bytes of Object.values(encodings))
      assert.equal((await load(Uint8Array.from(bytes), { allow_duplicates: true })).data.imported, 1)
    for (const { phone_number, variables } of await leads())
      assert.deepEqual([phone_number, variables], ['+491711234567', { Straße: 'Köln; "Dom"' }])
  })

  it('reads the delimiter that Excel states, and counts that line', async () => {
    const { load, leads } = await open()
    const { data } = await load('\ufeffsep=;\r\nTeléfono móvil;Nombre, apellido\r\n+14155550100;Ada\r\nnadie;Alan\r\n')
    assert.deepEqual([data.imported, data.refused, data.errors[0]?.line], [1, 1, 4])
    assert.deepEqual((await leads())[0]?.variables, { 'Nombre, apellido': 'Ada' })
  })

  it('is refused with the probable encoding if the text makes no sense, and reads it in that encoding', async () => {
    const { load, leads } = await open()
    // Имя, Ольга
    const make = () => Uint8Array.from(Buffer.from('phone,\xc8\xec\xff\n+14155550100,\xce\xeb\xfc\xe3\xe0\n', 'latin1'))
    await assertInvalid(load(make()), {
      encoding: [
        'The file is not in UTF-8, and its text makes no sense in windows-1252. It is probably in windows-1251; state its encoding.',
      ],
    })
    assert.equal((await load(make(), { encoding: 'windows-1251' })).data.imported, 1)
    assert.deepEqual((await leads())[0]?.variables, { Имя: 'Ольга' })
  })

  it('finds the numbers in exports of contact managers', async () => {
    const { load, counts } = await open()
    for (const header of [
      'First Name,Phone 1 - Label,Phone 1 - Value',
      'Nom,Fax,Téléphone mobile',
      'Nome,ID,Telemóvel',
    ])
      await load(`${header}\nAda,x,+14155550100\n`, { allow_duplicates: true })
    assert.deepEqual(await counts(), { total: 3, created: 3 })
  })

  it('takes further numbers of a person as secondary contacts', async () => {
    const { load, leads } = await open()
    const { data } = await load(
      [
        'Name,Work Phone,Mobile,Fax,Owner Phone,Ext',
        'Ada,(415) 555-0100,+1 415 555 0101,4155550199,4155550198,7',
        'Alan,,415-555-0102,,,',
        'Grace,415 555 0103 / 415 555 0104,415 555 0103,,,',
        'Mary,4155550105 x9; n/a,,,,',
        'Joan,1.41556E+10,4155550106,,,',
      ].join('\n'),
    )
    assert.deepEqual([data.imported, data.refused], [5, 0])
    assert.deepEqual(
      (await leads()).map(({ phone_number, extension, secondary_contacts }) => [
        phone_number,
        extension,
        secondary_contacts.map((contact) => contact.phone_number),
      ]),
      [
        ['+14155550101', '7', ['+14155550100']],
        ['+14155550102', null, []],
        ['+14155550103', null, ['+14155550104']],
        ['+14155550105', '9', []],
        ['+14155550106', null, []],
      ],
    )
  })

  it('reads numbers in the country of their line', async () => {
    const { load, leads } = await open()
    const { data } = await load(
      [
        'Land,Telefon',
        'Deutschland,030 1234567',
        'DEU,1571 2345678',
        '+44,7911 123456',
        '1,415-555-0100',
        ',415-555-0101',
        'Wonderland,+14155550102',
        'Wonderland,4155550103',
      ].join('\n'),
    )
    assert.deepEqual(
      (await leads()).map(({ phone_number }) => phone_number),
      ['+49301234567', '+4915712345678', '+447911123456', '+14155550100', '+14155550101', '+14155550102'],
    )
    assert.deepEqual(
      data.errors.map(({ line, error }) => [line, error]),
      [[8, 'The country Wonderland is not known. Write the phone number with a plus sign and the country code.']],
    )
  })

  it('keeps the values of columns with one name', async () => {
    const { load, leads } = await open()
    await load('Name,Phone,Name,Name_2,Name,Phone\nAda,+14155550100,Acme,x,Mill,+14155550101\n')
    const [lead] = await leads()
    const { Phone_2: other, ...names } = lead!.variables
    assert.deepEqual(names, { Name: 'Ada', Name_2: 'x', Name_3: 'Acme', Name_4: 'Mill' })
    assert.deepEqual([other, lead!.secondary_contacts[0]?.phone_number], ['+14155550101', '+14155550101'])
  })

  it('says which lines it could not use completely, and why nothing was imported', async () => {
    const { load, leads } = await open()
    const zones = await load('phone,timezone\n+14155550100,Mars/Base\n+14155550101 / 99,Europe/Rome\n')
    assert.deepEqual(
      [
        zones.data.imported,
        zones.data.refused,
        zones.data.errors.map(({ line, refused, error }) => [line, refused, error]),
      ],
      [
        2,
        0,
        [
          [2, false, 'The time zone Mars/Base is not known, so the lead has none. Use a name such as America/Denver.'],
          [3, false, 'A part of the phone number field is not a valid phone number.'],
        ],
      ],
    )
    assert.deepEqual(
      (await leads()).map(({ timezone }) => timezone),
      [null, 'Europe/Rome'],
    )
    const messageOf = async (file: string) => (await load(file)).message
    assert.equal(
      await messageOf('phone\n1.41556E+10\nnobody\n'),
      'No leads were imported: no line of the file can be used. Line 2: The phone number was rounded by a spreadsheet, such as 1.23E+11. Format its cells as text, and enter the number again.',
    )
    assert.match(await messageOf('phone\n+14155550100\n'), /^No leads were imported: the campaign has all numbers/)
    assert.match(await messageOf('phone\n'), /^No leads were imported: the file has no lines/)
  })

  it('is refused with the name of its format if the file is another one', async () => {
    const { load } = await open()
    const padding = '\0'.repeat(5000)
    for (const [start, kind] of [
      ['PK\x03\x04....[Content_Types].xml...xl/workbook.xml', 'an Excel workbook (.xlsx)'],
      ['PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'an OpenDocument spreadsheet (.ods)'],
      ['PK\x03\x04Index/Document.iwa', 'a Numbers document (.numbers)'],
      ['\xd0\xcf\x11\xe0', 'an Excel workbook (.xls)'],
      ['%PDF-1.7', 'a PDF document'],
    ] as const)
      await assertInvalid(load(Uint8Array.from(Buffer.from(start + padding, 'latin1'))), {
        file: [`The file is ${kind}. Save the list as CSV in UTF-8, and import that file.`],
      })
    assert.equal((await load('PK,phone\n1,+14155550100\n')).data.imported, 1)
  })

  it('leaves time for calls while it reads slow lines', async () => {
    const { load } = await open()
    for (const cell of [`"${'""'.repeat(2 ** 19 - 20)}"`, `"${'""x'.repeat(330_000)}"`, ','.repeat(2 ** 20 - 20)]) {
      const { value, blockMs } = await timed(50, () => load(`phone,note\n+14155550100,${cell}\n`))
      assert.equal(value.data.refused, 1)
      assert.ok(blockMs <= 50, `${blockMs} ms`)
    }
  })

  it('keeps 200 columns as variables, without their surplus spaces', async () => {
    const { load, leads } = await open()
    const names = Array.from({ length: 199 }, (_, index) => `c${index}`)
    await load(`tel, ${names.join(' , ')}\n+14155550100, ${names.map((name) => `v${name}`).join(' ,')}\n`)
    const [lead] = await leads()
    assert.deepEqual(lead?.variables, Object.fromEntries(names.map((name) => [name, `v${name}`])))
    await assertInvalid(load(`tel,${names.join()},more\n`), { file: ['The file may not have more than 200 columns.'] })
  })

  it('shortens names, and leaves out columns without a name', async () => {
    const { load, leads } = await open()
    await load(`phone,,${'n'.repeat(70)},__proto__,\n+14155550100,a,b,c,\n`)
    assert.deepEqual((await leads())[0]?.variables, { ['n'.repeat(64)]: 'b' })
  })

  it('finds the column of numbers by its name, or takes the given one', async () => {
    const { load, leads } = await open()
    await load('id,MOBILE,Number\n1,+14155550100,+14155550101\n')
    await load('a,b\n+14155550102,+14155550103\n', { phone_column: 'b' })
    await load('x|+14155550104\n', { has_header: false, phone_column: '2', delimiter: '|' })
    assert.deepEqual(
      (await leads()).map((lead) => [lead.phone_number, lead.variables]),
      [
        ['+14155550101', { id: '1', MOBILE: '+14155550100' }],
        ['+14155550103', { a: '+14155550102' }],
        ['+14155550104', { column_1: 'x' }],
      ],
    )
  })

  it('is refused without a column of numbers, with the columns that the file has', async () => {
    const { load, request, id } = await open()
    await assertInvalid(load('id,name\n1,Ada\n'), {
      phone_column: ['The file has no column of phone numbers. Its columns are: id, name.'],
    })
    await assertInvalid(load('id,name\n', { phone_column: 'tel' }), {
      phone_column: ['The file has no column named tel. Its columns are: id, name.'],
    })
    const many = Array.from({ length: 30 }, (_, index) => index).join()
    await assertInvalid(load(many), {
      phone_column: [
        `The file has no column of phone numbers. Its columns are: ${many.split(',').slice(0, 20).join(', ')}, and 10 more.`,
      ],
    })
    await assertInvalid(load('1,2\n', { has_header: false, phone_column: '3' }), {
      phone_column: ['The phone column must be between 1 and 2.'],
    })
    for (const empty of ['', '\n\r\n', ' , \n']) await assertInvalid(load(empty), { file: ['The file is empty.'] })
    const bare = await request('POST', `/api/user/campaign/${id}/leads/import`, {})
    assert.deepEqual([bare.status, bare.body.errors], [422, { file: ['The file field must be a file.'] }])
    assert.equal((await load('phone,name\n')).data.lines, 0)
  })

  it('reports the lines that it refuses, and skips empty ones', async () => {
    const { load, counts } = await open()
    const long = 'x'.repeat(16_001)
    const { data } = await load(
      [
        'phone,name',
        '',
        '+14155550100,"Ada\nLovelace"',
        ' ,',
        'call me,Alan',
        ',Grace',
        `+14155550101,${long}`,
        '+14155550102,a,b',
        '+14155550103,a,,',
        '+14155550104,a\0',
        '+14155550105,"open',
        '+14155550106',
        `+14155550107,${'y'.repeat(2 ** 20)}`,
        '+14155550108,',
      ].join('\n'),
    )
    const { errors, ...numbersOf } = data
    assert.deepEqual(numbersOf, { imported: 4, duplicates: 0, refused: 7, lines: 11, more_errors: 0 })
    assert.deepEqual(
      errors.map(({ line, error, phone_number }) => [line, error, phone_number]),
      [
        [6, 'The phone number must be a valid phone number.', 'call me'],
        [7, 'The phone number field is required.', ''],
        [8, 'The variables may not be greater than 16000 characters.', '+14155550101'],
        [9, 'The line has 3 values, but the file has 2 columns.', '+14155550102'],
        [11, 'The name format is invalid.', '+14155550104'],
        [12, 'The line has a quotation mark without a counterpart.', null],
        [14, 'The line is longer than 1 MB.', null],
      ],
    )
    assert.equal((await counts())['total'], 4)
  })

  it('lists the first thousand refused lines, and counts the others', async () => {
    const { load } = await open()
    const { data } = await load(`phone\n${'nobody\n'.repeat(1200)}`)
    assert.deepEqual(
      [data.refused, data.errors.length, data.more_errors, data.errors.at(-1)?.line],
      [1200, 1000, 200, 1001],
    )
  })

  it('adds a number once, however often it is in the files, unless duplicates are allowed', async () => {
    const { load, counts } = await open()
    const file = `phone\n${numbers(1500)}${numbers(1500)}`
    const { data } = await load(file)
    assert.deepEqual([data.imported, data.duplicates], [1500, 1500])
    const results = await Promise.all([load(file), load(`phone\n${numbers(2500)}`), load(`phone\n${numbers(2500)}`)])
    assert.equal(
      results.reduce((sum, { data: { imported } }) => sum + imported, 0),
      1000,
    )
    const allowed = (await load(`phone\n${numbers(1200, 2000)}${numbers(3)}`, { allow_duplicates: true })).data
    assert.deepEqual([allowed.imported, allowed.duplicates], [1203, 0])
    assert.deepEqual(await counts(), { total: 3703, created: 3703 })
  })

  it('is refused for the campaign of another account before the file is read', async () => {
    const [owner, other] = [await open(), await open()]
    const call = owner.client.leads.import({ id: other.id, file: new Blob([`phone\n${numbers(3)}`]) })
    await assertNotFound(call, 'Campaign not found.')
    // The file never arrives.
    const answer = await begin({ token: owner.token, id: other.id, length: 10_000_000 }).answer
    assert.match(answer, /^HTTP\/1\.1 404 .*\{"message":"Campaign not found\."\}/s)
    assert.equal((await other.counts())['total'], 0)
  })

  it('ends if its campaign is deleted', async () => {
    const { client, id, token, counts } = await open()
    const request = begin({ token, id, length: 10_000_000 })
    request.socket.write(`phone\n${numbers(10_000)}`)
    await until(async () => (await counts())['total']! > 0)
    await client.campaigns.delete({ id })
    request.socket.write(numbers(20_000, 20_000))
    assert.match(await request.answer, /^HTTP\/1\.1 404 /)
  })

  it('keeps what it has stored if the client disconnects, and adds the rest when it is repeated', async () => {
    const { load, counts, token, id } = await open()
    const text = `phone\n${numbers(20_000)}`
    const { socket } = begin({ token, id, length: text.length })
    socket.write(text.slice(0, text.length / 2))
    await until(async () => (await counts())['total']! > 0)
    socket.destroy()
    const { data } = await load(text)
    assert.ok(data.duplicates > 0 && data.imported + data.duplicates === 20_000)
    assert.equal((await counts())['total'], 20_000)
  })
})

/** Begins a request whose body is sent by the test. */
function begin({ token, id, length }: { token: string; id: number; length: number }) {
  const socket = connect(port, '127.0.0.1')
  const head = ['host: x', `authorization: Bearer ${token}`, 'content-type: text/csv', `content-length: ${length}`]
  socket.write(`POST /api/user/campaign/${id}/leads/import HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  socket.on('error', () => {})
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (text) => {
      resolve(text.toString())
      socket.destroy()
    })
  })
  return { socket, answer }
}
