// Asks with OPTIONS whether the trunk of an account is reachable (RFC 3261, section 11.1).
import { formatCSeq, type SipRequest } from '../message/index.ts'
import type { Target } from '../transport/index.ts'
import type { Account } from './account.ts'
import type { Stack } from './stack.ts'

export function optionsRequest({ random, product, contactFor }: Stack, account: Account, target: Target): SipRequest {
  const { domain } = account.settings
  return {
    method: 'OPTIONS',
    uri: `sip:${domain}`,
    headers: [
      ['Max-Forwards', '70'],
      ['From', `<${account.aor}>;tag=${random(8)}`],
      ['To', `<sip:${domain}>`],
      ['Call-ID', random(16)],
      ['CSeq', formatCSeq({ number: 1, method: 'OPTIONS' })],
      ['Contact', `<${contactFor(target, account)}>`],
      ['User-Agent', product],
      ['Accept', 'application/sdp'],
    ],
    body: new Uint8Array(),
  }
}
