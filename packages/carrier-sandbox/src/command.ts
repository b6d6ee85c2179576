// The command `carrier-sandbox`: serves a sandbox carrier until a signal and prints how to reach it.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { documentedAccount } from './core/settings.ts'
import type { Tunnel } from './core/tunnels.ts'
import { openSandboxCarrier, type SandboxCarrier } from './index.ts'
import { createOfflineSpeech } from './voice/offline-speech.ts'

export const commandHelp = `carrier-sandbox: an emulator of Twilio's messaging and voice APIs with virtual phones, until stopped

  --port PORT          the port on 127.0.0.1, 0 for a free one; default 8099
  --account-sid SID    default ${documentedAccount.accountSid}
  --auth-token TOKEN   default ${documentedAccount.authToken}
  --inbound-url URL    the webhook for inbound messages to senders without one
  --voice-url URL      the webhook for inbound calls to numbers without one
  --tunnel HOST=URL    sends webhooks and streams for a public host to a server on this machine, as a tunnel does; repeatable
  --state DIR          keeps messages, calls, recordings, templates, senders and the clock in this folder
  --json               prints the addresses and credentials as one line of JSON
`

/** Throws an error whose code starts with `ERR_PARSE_ARGS` for invalid arguments. */
export async function runCommand(args: string[], defaultPort: () => number = () => 8_099): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      'account-sid': { type: 'string', default: documentedAccount.accountSid },
      'auth-token': { type: 'string', default: documentedAccount.authToken },
      'inbound-url': { type: 'string' },
      'voice-url': { type: 'string' },
      tunnel: { type: 'string', multiple: true, default: [] },
      state: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const port = values.port === undefined ? defaultPort() : parsePort(values.port)
  const inboundUrl = values['inbound-url']
  const voiceUrl = values['voice-url']
  for (const [name, url] of Object.entries({ '--inbound-url': inboundUrl, '--voice-url': voiceUrl }))
    if (url !== undefined && !/^https?:\/\/./.test(url)) throw usageError(`${name} must be a URL.`)
  const tunnels = values.tunnel.map(parseTunnel)
  await using speech = createOfflineSpeech()
  await using carrier = await openSandboxCarrier({
    ...speech,
    port,
    accountSid: values['account-sid'],
    authToken: values['auth-token'],
    state: values.state === undefined ? undefined : resolve(values.state),
    settings: { inboundUrl, voiceUrl, tunnels },
  }).catch((error: Error & { code?: string }) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Choose another with --port.`) : error
  })
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const facts = {
    base_url: carrier.baseUrl,
    page: `${carrier.baseUrl}/sandbox`,
    account_sid: carrier.accountSid,
    auth_token: carrier.authToken,
    sender: '+14155238886',
    template_sid: sampleTemplate(carrier),
  }
  process.stdout.write(values.json ? `${JSON.stringify(facts)}\n` : textOf(facts))
  await stopped
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw usageError(`--port: ${text} is not a port.`)
  return port
}

function parseTunnel(text: string): Tunnel {
  const [host = '', url = ''] = text.split(/=(.*)/s)
  const isHost = URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host
  if (!isHost || !/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw usageError(`--tunnel: ${text} is not of the form HOST=URL, such as app.example.com=http://127.0.0.1:3000.`)
  return { host, url }
}

function usageError(message: string): Error {
  return Object.assign(new TypeError(message), { code: 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' })
}

function textOf(facts: Record<'base_url' | 'page' | 'account_sid' | 'auth_token' | 'sender' | 'template_sid', string>) {
  return `API           ${facts.base_url} (in place of https://api.twilio.com)
Control page  ${facts.page}
Account Sid   ${facts.account_sid}
Auth token    ${facts.auth_token}

  curl ${facts.base_url}/2010-04-01/Accounts/${facts.account_sid}/Messages.json \\
    -u ${facts.account_sid}:${facts.auth_token} \\
    --data-urlencode From=whatsapp:${facts.sender} --data-urlencode To=whatsapp:+447700900123 \\
    -d ContentSid=${facts.template_sid}

`
}

const sampleName = 'order_update'

/** Returns an approved template, so that a message can be sent at once. */
function sampleTemplate({ control }: SandboxCarrier): string {
  const sample = control.findTemplate(sampleName)
  if (sample) return sample.sid
  control.addTemplate({
    name: 'welcome_back_rejected',
    body: 'Hello {{1}}, we miss you at our shop, come and see what is new',
    variables: { 1: 'Ann' },
    category: 'MARKETING',
    status: 'rejected',
    rejectionReason: 'A sample of a rejected template',
  })
  return control.addTemplate({
    name: sampleName,
    variables: { 1: 'Ann', 2: 'A-1001' },
    types: {
      'twilio/quick-reply': {
        body: 'Hello {{1}}, your order {{2}} is on its way. Shall we tell you when it is there?',
        actions: [
          { title: 'Yes, please', id: 'tell_me' },
          { title: 'No, thanks', id: 'be_quiet' },
        ],
      },
    },
  }).sid
}
