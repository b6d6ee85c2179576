// Endpoints of servers with OpenAI's protocol on the same machine, such as Ollama: which are found, and which are used.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { isoMicros, text } from '../wire/fields.ts'

export const localKind = z.enum(['language', 'recognition', 'voice'])

const url = z.string().meta({ example: 'http://127.0.0.1:11434/v1' })

const localServers = z
  .object({
    found: z
      .array(
        z.object({
          kind: localKind,
          name: z.string().meta({ example: 'Ollama' }),
          url,
          models: z.array(z.string()),
        }),
      )
      .meta({ description: 'One entry for each kind that a server offers and that nothing else is configured for.' }),
    chosen: z.array(
      z.object({
        kind: localKind,
        name: z.string().meta({ example: 'Ollama' }),
        url,
        model: z.string().meta({
          description: 'For `language`, an assistant keeps its own model if the server has it.',
          example: 'llama3.2',
        }),
        chosen_by: z.string().meta({ description: 'The name of the member.', example: 'Ada' }),
        chosen_at: isoMicros,
        is_used: z.boolean().meta({ description: 'False while the environment or a key configures this kind.' }),
      }),
    ),
  })
  .meta({ id: 'LocalServers' })

const shared = {
  params: z.object({ kind: localKind }),
  notFoundCode: { kind: 'LOCAL_SERVER_NOT_FOUND' },
  auth: 'operator',
  reply: localServers,
  envelope: 'message-error',
  audit: 'action',
} as const

export const localServerEndpoints = {
  list: endpoint('GET', '/api/operator/local-servers', {
    summary: 'List the model and speech servers on this machine',
    description:
      'Asks well-known ports on 127.0.0.1, and the servers in `LOCAL_SERVERS`, for their models, at most every ten seconds and for half a second. None of the servers is used before it is chosen.',
    auth: 'operator',
    reply: localServers,
  }),

  choose: endpoint('PUT', '/api/operator/local-servers/{kind}', {
    ...shared,
    summary: 'Use a server on this machine for the installation',
    description:
      'The server must have been found. It answers, recognizes or speaks for all accounts from the next message and call, unless the environment or a key configures this kind.',
    body: z.object({
      url: text(100).meta({ example: 'http://127.0.0.1:11434/v1' }),
      model: text(200)
        .optional()
        .meta({ description: 'By default the first model of the server.', example: 'llama3.2' }),
    }),
    refusals: {
      LOCAL_SERVER_NOT_FOUND: { status: 404, message: 'No such server was found on this machine.' },
      KIND_CONFIGURED: { status: 409, message: 'The environment or a key configures this already.' },
    },
  }),

  remove: endpoint('DELETE', '/api/operator/local-servers/{kind}', {
    ...shared,
    summary: 'Stop using a server on this machine',
    description: 'What is built in answers the next messages and calls.',
    refusals: { LOCAL_SERVER_NOT_FOUND: { status: 404, message: 'No server was chosen for this.' } },
  }),
}
