// `parley sandbox`: runs the sandbox carrier without Parley, also for the tests of other projects.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvFile, sandboxPort } from '#server/config.ts'
import { type SandboxFacts, serveSandbox } from '#server/operator/serve-sandbox.ts'
import { UsageError } from './usage-error.ts'

export async function sandbox(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      'inbound-url': { type: 'string' },
      state: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const port = portOf(values.port)
  const inboundUrl = values['inbound-url']
  if (inboundUrl !== undefined && !/^https?:\/\/./.test(inboundUrl))
    throw new UsageError('--inbound-url must begin with http:// or https://.')
  const state = values.state === undefined ? undefined : resolve(values.state)
  try {
    await serveSandbox({ port, inboundUrl, state }, (facts) => {
      process.stdout.write(values.json ? `${JSON.stringify(wireOf(facts))}\n` : textOf(facts))
    })
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. Choose another one with --port.`)
    throw error
  }
  return 0
}

function portOf(option: string | undefined): number {
  if (option === undefined) {
    loadEnvFile()
    return sandboxPort()
  }
  const port = Number(option)
  if (!/^\d{1,5}$/.test(option) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not ${option}.`)
  return port
}

function wireOf(facts: SandboxFacts) {
  return {
    base_url: facts.baseUrl,
    page: facts.page,
    account_sid: facts.accountSid,
    auth_token: facts.authToken,
    sender: facts.sender,
    template_sid: facts.templateSid,
  }
}

function textOf(facts: SandboxFacts): string {
  return `The sandbox carrier implements Twilio's messaging API at ${facts.baseUrl}
Virtual phones: ${facts.page}

  curl ${facts.baseUrl}/2010-04-01/Accounts/${facts.accountSid}/Messages.json \\
    -u ${facts.accountSid}:${facts.authToken} \\
    --data-urlencode From=whatsapp:${facts.sender} --data-urlencode To=whatsapp:+447700900123 \\
    -d ContentSid=${facts.templateSid}

`
}
