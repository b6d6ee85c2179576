// Tests of the checks of carriers and files of `parley doctor`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openS3Emulator } from '#testing/emulators/s3.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { inboundUrlOf } from '#testing/features/senders.ts'
import { openProvider } from '#testing/sip/provider.ts'
import { createMailer, type SmtpOptions } from '../mail/smtp-mailer.ts'
import { examine, type Finding, reportOf } from './doctor.ts'

const carrierFindings = (parley: TestApp, subject = 'carrier'): Promise<string[]> => findingsOf(subject, parley)

/** The models of an installation without language models. */
const modelsOf = (config: TestApp['config']) => ({
  describe: () => [],
  options: () => config,
  embedding: () => config.embedding,
})

async function findingsOf(subject: string, { app, config }: TestApp): Promise<string[]> {
  const findings = await examine({ context: app.context, models: modelsOf(config) } as never, config)
  return findings.filter(({ what }) => what === subject).map(({ state, says }) => `${state}: ${says}`)
}

test('the doctor reports the senders of the carrier, and inbound webhooks that point elsewhere', async () => {
  await using parley = await startTestApp({ carrier: {} })
  const { control, accountSid } = parley.carrier
  const { client } = await parley.createAccount()
  assert.deepEqual(await carrierFindings(parley), [
    `ok: Twilio ${accountSid} accepts the credentials. 0 senders are online, and 0 are offline.`,
  ])
  for (const phone_number of ['+14155550001', '+14155550002']) {
    control.addSender({ number: phone_number })
    await client.senders.create({ phone_number, display_name: 'Shop' })
  }
  control.changeSender('+14155550001', { webhook: { callback_url: 'https://else.example/in' } })
  control.changeSender('+14155550002', { status: 'OFFLINE', offlineCode: 63020 })
  const [ok, offline, astray] = await carrierFindings(parley)
  assert.equal(ok, `ok: Twilio ${accountSid} accepts the credentials. 1 sender is online, and 1 is offline.`)
  assert.match(offline ?? '', /^note: \+14155550002 is offline: 63020: ./)
  const here = inboundUrlOf(parley.app.context)
  assert.equal(astray, `fault: The inbound webhook of +14155550001 is https://else.example/in instead of ${here}.`)
})

test('the doctor reports the telephone lines that do not work, in the words of the provider', async () => {
  await using parley = await startTestApp({ carrier: {} })
  await using provider = await openProvider()
  const { client } = await parley.createAccount()
  assert.deepEqual(await findingsOf('phone lines', parley), [])
  const create = async (number: string, fields: object) => {
    const { id } = (await client.sipTrunks.create({ ...provider.trunk(number), ...fields })).data
    const isKnown = async () =>
      !['unchecked', 'registering'].includes((await client.sipTrunks.get({ id })).data.state.status)
    await until(isKnown)
  }
  await create('+14155575001', {})
  assert.deepEqual(await findingsOf('phone lines', parley), ['ok: 1 line works.'])
  await create('+14155575002', { sip_password: 'a wrong password' })
  const [finding] = await findingsOf('phone lines', parley)
  assert.match(
    finding!,
    /^fault: \+14155575002: 127\.0\.0\.1 does not accept the username acme .*\(401 Unauthorized\).* 1 line works\.$/,
  )
})

test('the doctor lists the vendors of realtime models', async () => {
  await using parley = await startTestApp({ config: { realtime: { google: { apiKey: 'secret' } } } })
  assert.deepEqual(await findingsOf('realtime', parley), [
    'ok: google is configured: live models, not for dualplex mode.',
  ])
  const without = { ...parley, config: { ...parley.config, realtime: {} } }
  assert.deepEqual(await findingsOf('realtime', without), [
    'note: Only the built-in offline model is available: no vendor is configured.',
  ])
})

test('the doctor describes how texts are embedded and reranked', async () => {
  await using parley = await startTestApp()
  const findings = async (config: Partial<TestApp['config']>) => {
    const changed = { ...parley, config: { ...parley.config, ...config } }
    return [...(await findingsOf('embeddings', changed)), ...(await findingsOf('reranking', changed))]
  }
  assert.deepEqual(await findings({}), ['note: The built-in model local/all-minilm-l6-v2 understands English only.'])
  assert.deepEqual(await findings({ embedding: undefined }), ['note: Knowledge is searched by its words only.'])
  const remote = { baseUrl: 'https://embed.example/v1', model: 'bge-m3', apiKey: 'canary', dimensions: 256 }
  const reranking = { baseUrl: 'https://api.jina.ai/v1', model: 'jina-reranker-v2', apiKey: 'canary' }
  assert.deepEqual(await findings({ embedding: remote, reranking }), [
    'ok: bge-m3 with 256 dimensions at https://embed.example/v1 embeds all texts.',
    'ok: jina-reranker-v2 at https://api.jina.ai orders the passages found.',
  ])
})

test('the doctor reports phone numbers whose calls do not reach Parley', async () => {
  await using parley = await startTestApp({ carrier: {} })
  const { control, accountSid } = parley.carrier
  const { client } = await parley.createAccount()
  const findings = () => carrierFindings(parley, 'phone numbers')
  assert.deepEqual(await findings(), ['ok: 0 phone numbers receive calls.'])
  for (const phoneNumber of ['+14155230001', '+14155230002']) {
    control.addNumber({ phoneNumber })
    await client.phoneNumbers.create({ phone_number: phoneNumber })
  }
  control.addNumber({ phoneNumber: '+14155230003' })
  await client.phoneNumbers.create({ phone_number: '+14155230003', type: 'outbound' })
  assert.deepEqual(await findings(), ['ok: 2 phone numbers receive calls.'])
  control.addNumber({ phoneNumber: '+14155230001', voiceUrl: 'https://else.example/voice' })
  const astray = 'fault: The calls to +14155230001 go to https://else.example/voice. 1 phone number receives calls.'
  assert.deepEqual(await findings(), [astray])
  const [atSandbox] = await carrierFindings(
    { ...parley, config: { ...parley.config, twilio: undefined } },
    'phone numbers',
  )
  assert.ok(atSandbox!.startsWith(`${astray} If the server runs with another PORT or PUBLIC_URL`), atSandbox)
  control.script({ faults: [{ fault: 'error-before-accept' }], on: 'IncomingPhoneNumbers' })
  assert.deepEqual(await findings(), [
    `fault: The phone numbers of ${accountSid} cannot be read. 0 phone numbers receive calls.`,
  ])
})

test('the doctor reports a carrier that does not respond or cannot reach Parley', async () => {
  await using parley = await startTestApp({ settings: { carrierIsLocal: false } })
  const [unreachable, silent] = await carrierFindings(parley)
  assert.match(unreachable ?? '', /^fault: PUBLIC_URL is http:\/\/127\.0\.0\.1:8080, which the carrier cannot reach/)
  assert.match(silent ?? '', /^fault: Twilio AC[0-9a-f]{32} does not work: The carrier could not be reached\.$/)
})

test('the doctor reports whether files can be stored in the data directory', async () => {
  await using parley = await startTestApp()
  assert.deepEqual(await findingsOf('files', parley), [
    `ok: The folder ${parley.config.dataDir}/files stores the files.`,
  ])
})

test('the doctor reports whether files can be stored in S3-compatible storage', async () => {
  await using storage = await openS3Emulator()
  const where = `The bucket recordings at ${storage.options.endpoint}`
  await using parley = await startTestApp({ config: { s3: storage.options } })
  assert.deepEqual(await findingsOf('files', parley), [`ok: ${where} stores the files.`])
  assert.equal(storage.objects.size, 0)
  assert.ok(storage.seen.length > 0)
  await using wrong = await startTestApp({ config: { s3: { ...storage.options, secretAccessKey: 'canary' } } })
  assert.deepEqual(await findingsOf('files', wrong), [
    `fault: ${where} cannot be used: The file store answered 403 SignatureDoesNotMatch.`,
  ])
})

test('the doctor connects to the mail server', async () => {
  await using server = await openSmtpEmulator({ auth: { user: 'parley', password: 'right' } })
  const { options } = server
  await using parley = await startTestApp()
  const findings = async (mail: SmtpOptions | undefined) => {
    const open = { context: parley.app.context, models: modelsOf(parley.config), mailer: createMailer(mail) }
    const all = await examine(open as never, { ...parley.config, mail })
    return all.filter(({ what }) => what === 'mail').map(({ state, says }) => `${state}: ${says}`)
  }
  assert.deepEqual(await findings(undefined), [
    'note: No mail server is configured. Set SMTP_URL and MAIL_FROM to send mail.',
  ])
  const where = `${options.host}:${options.port}`
  assert.deepEqual(await findings(options), [`ok: ${where} accepts connections. Mail is sent as parley@example.com.`])
  assert.deepEqual(await findings({ ...options, password: 'wrong' }), [
    `fault: ${where} does not work: The mail server refuses the user or the password.`,
  ])
})

test('the doctor prints the findings below each other, and how many are problems', () => {
  const ok: Finding = { what: 'phone numbers', state: 'ok', says: '1 phone number receives calls.' }
  const fault: Finding = { what: 'jobs', state: 'fault', says: '1 job is more than five minutes late.' }
  const okLine = '✓ phone numbers  1 phone number receives calls.\n'
  const faultLine = '✗ jobs           1 job is more than five minutes late.\n'
  assert.equal(reportOf([ok]), `${okLine}\nNo problem was found.\n`)
  assert.equal(reportOf([ok, fault]), `${okLine}${faultLine}\n1 problem was found.\n`)
  assert.equal(reportOf([fault, fault]), `${faultLine}${faultLine}\n2 problems were found.\n`)
})
