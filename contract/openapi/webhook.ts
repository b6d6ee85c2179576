// One kind of webhook as the OpenAPI document shows it: what a receiver is asked, and what it answers.
import type { WebhookPayload } from '../webhook-payloads.ts'
import type { Json } from './components.ts'
import type { SchemaBook } from './schema-book.ts'

/** The path item of one kind, such as `conversation.ended`. */
export function webhookOf(kind: string, { summary, description, body }: WebhookPayload, book: SchemaBook): Json {
  return {
    post: {
      tags: ['Webhooks'],
      operationId: `told.${kind}`,
      summary,
      description,
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: book.schemaOf(body, 'output') } } },
      responses: {
        '2XX': { description: 'Taken.' },
        '410': { description: 'No more of this: the webhook is switched off.' },
        default: { description: 'Anything else, or no answer within 15 seconds: it is sent again.' },
      },
    },
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers: Json[] = [
  header('webhook-id', 'The same whenever this is sent again: tell by it what has come before.'),
  header('webhook-timestamp', 'When this attempt was made, in Unix seconds.'),
  header('webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`.'),
  header(
    'X-Signature-256',
    '`sha256=` and the hexadecimal HMAC-SHA256 of the raw body, keyed with the characters of the whole secret, `whsec_` included.',
  ),
]
