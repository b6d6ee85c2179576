// Endpoints of the keys of vendors: language models, speech recognition, voices, realtime models and embeddings.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { isoMicros, text, unreadable, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'

export const vendorCode = z.enum(['openai', 'anthropic', 'google', 'deepgram', 'elevenlabs', 'cartesia', 'azure'])

const kind = z.enum(['language', 'recognition', 'voice', 'realtime', 'embeddings'])

const answering = z
  .object({
    vendor: z.string().meta({
      description:
        'The code of a vendor · `offline` or `scripted`: built in · `other`: another server · `none`: nothing answers.',
      example: 'openai',
    }),
    model: z.string().nullable().meta({
      description: 'Null if the assistant or the server chooses it.',
      example: 'gpt-4.1-mini',
    }),
    source: z.enum(['account', 'installation', 'environment', 'built_in']).meta({
      description: 'Where the key comes from. `built_in`: no key is needed.',
    }),
  })
  .meta({ id: 'AnsweringVendor' })

const key = z.object({
  hint: z.string().meta({
    description: 'The last four characters of the key; empty for a server that needs none.',
    example: '********1234',
  }),
  server_url: personal('url', z.string().nullable()),
  region: z.string().nullable(),
  set_by: z.string().meta({ description: 'The name of the member or of the API key.', example: 'Ada' }),
  set_at: isoMicros,
  tested_at: isoMicros,
  last_error: z.string().nullable().meta({ description: 'Null if the vendor accepted the key at the latest test.' }),
  unreadable,
})

const vendorKeys = z
  .object({
    answering: z
      .object({
        language: answering,
        recognition: answering,
        voice: answering,
        realtime: answering,
        embeddings: answering,
      })
      .meta({
        description:
          'What answers now. If the source is the account, it also replaces the language models and recognizers of other vendors that assistants choose. Otherwise, an assistant uses the vendor that it chooses, if that is configured. Voices and realtime models always come from the chosen vendor if it is configured. Embeddings are the same for all accounts: those of the environment or, with a key of OpenAI for the installation, of OpenAI.',
      }),
    data: z.array(
      z.object({
        vendor: vendorCode,
        name: z.string().meta({ example: 'OpenAI' }),
        kinds: z.array(kind).meta({ description: '`embeddings`: only with a key of the installation.' }),
        accepts: z.array(z.enum(['server_url', 'region'])).meta({ description: 'The fields besides the key.' }),
        uses: z.enum(['account', 'installation', 'environment']).nullable().meta({
          description: 'Whose key is used. Null if the vendor is not configured.',
        }),
        variable: z.string().nullable().meta({
          description: 'The environment variable that configures the vendor for the installation.',
          example: 'OPENAI_API_KEY',
        }),
        key: key.nullable().meta({ description: 'Null if none was entered here.' }),
      }),
    ),
  })
  .meta({ id: 'VendorKeys' })

const params = z.object({ vendor: vendorCode })

const body = z.object({
  access_key: text(500)
    .regex(/^[!-~]*$/)
    .nullable()
    .optional()
    .meta({ description: 'Required, except with a server URL. Write-only.', example: 'secret' }),
  server_url: webUrl
    .refine((url) => !/[?#]/.test(url), 'The :attribute must not have a query or a fragment.')
    .nullable()
    .optional()
    .meta({
      description:
        "For `openai`: another server with OpenAI's protocol, such as Ollama or vLLM. It is used for language models only.",
      example: 'https://models.example.com/v1',
    }),
  region: z
    .string()
    .regex(/^[a-z0-9]{0,40}$/)
    .nullable()
    .optional()
    .meta({ description: 'For `azure`, which requires it.', example: 'westeurope' }),
})

const unknown = { VENDOR_NOT_FOUND: { status: 404, message: 'Vendor not found.' } }
const failures = {
  ...unknown,
  KEY_REJECTED: { status: 422, message: 'The vendor rejected the key.' },
  VENDOR_UNREACHABLE: { status: 422, message: 'The vendor could not be reached, so the key could not be tested.' },
}
const missing = { ...unknown, VENDOR_KEY_NOT_FOUND: { status: 404, message: 'There is no key of this vendor.' } }

/** Each test sends a request to the vendor. */
const limit = { requests: 10, windowMs: 60_000, per: 'account' } as const

const shared = {
  params,
  notFoundCode: { vendor: 'VENDOR_NOT_FOUND' },
  reply: vendorKeys,
  envelope: 'message-error',
  audit: 'action',
} as const

export const vendors = {
  list: endpoint('GET', '/api/user/vendors', {
    summary: 'List the vendors and the keys of the account',
    description: 'Returns what answers now for each kind of service, and the key of each vendor without its secret.',
    reply: vendorKeys,
  }),

  set: endpoint('PUT', '/api/user/vendors/{vendor}', {
    ...shared,
    summary: 'Set the key of a vendor',
    description:
      "Tests the key with one request to the vendor, and stores it encrypted if the vendor accepts it. It replaces an earlier key. The next messages and calls of the account use it instead of the installation's key; calls in progress end with the keys with which they began.",
    access: 'manage',
    body,
    limit,
    refusals: failures,
  }),

  test: endpoint('POST', '/api/user/vendors/{vendor}/test', {
    ...shared,
    summary: 'Test the key of a vendor again',
    description: 'The outcome is stored. A key that is rejected is kept.',
    access: 'manage',
    limit,
    refusals: { ...failures, ...missing },
  }),

  remove: endpoint('DELETE', '/api/user/vendors/{vendor}', {
    ...shared,
    summary: 'Remove the key of a vendor',
    description: "The next messages and calls use the installation's key, if there is one.",
    access: 'manage',
    refusals: missing,
  }),
}

/** The same for all accounts. */
export const installationVendors = {
  list: endpoint('GET', '/api/operator/vendors', {
    summary: 'List the vendors and the keys of the installation',
    description: 'Accounts without a key of their own use these keys.',
    auth: 'operator',
    reply: vendorKeys,
  }),

  set: endpoint('PUT', '/api/operator/vendors/{vendor}', {
    ...shared,
    summary: 'Set the key of a vendor for the installation',
    description:
      'Tests the key as for an account. A vendor that the environment configures cannot be set here. If its kinds contain `embeddings`, the passages of all accounts are embedded again in the background, and are found by their words until then.',
    auth: 'operator',
    body,
    limit,
    refusals: {
      ...failures,
      SET_BY_ENVIRONMENT: { status: 409, message: 'The environment sets this vendor. Change it there.' },
    },
  }),

  test: endpoint('POST', '/api/operator/vendors/{vendor}/test', {
    ...shared,
    summary: 'Test the key of a vendor of the installation again',
    description: 'The outcome is stored. A key that is rejected is kept.',
    auth: 'operator',
    limit,
    refusals: { ...failures, ...missing },
  }),

  remove: endpoint('DELETE', '/api/operator/vendors/{vendor}', {
    ...shared,
    summary: 'Remove the key of a vendor from the installation',
    description: 'Another configured vendor, or what is built in, answers the next messages and calls.',
    auth: 'operator',
    refusals: missing,
  }),
}
