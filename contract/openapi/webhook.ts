// Generates the OpenAPI path item of a webhook.
import type { WebhookPayload } from '../events/webhook-payloads.ts'
import type { Json } from './components.ts'
import type { SchemaRegistry } from './schema-registry.ts'

export function webhookOf(kind: string, { summary, description, body }: WebhookPayload, schemas: SchemaRegistry): Json {
  return {
    post: {
      tags: ['Webhooks'],
      operationId: `webhook.${kind}`,
      summary,
      description,
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: schemas.schemaOf(body, 'output') } } },
      responses: {
        '2XX': { description: 'The webhook was received.' },
        '410': { description: 'Disables the webhook.' },
        default: {
          description: 'Any other status, or no response within 15 seconds, is a failure. Parley retries the delivery.',
        },
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
  header('webhook-id', 'The id of the delivery, unchanged in retries. Use it to detect duplicates.'),
  header('webhook-timestamp', 'The time of the attempt, in Unix seconds.'),
  header(
    'webhook-signature',
    '`v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`.',
  ),
  header(
    'X-Signature-256',
    '`sha256=` followed by the hexadecimal HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_`.',
  ),
]
