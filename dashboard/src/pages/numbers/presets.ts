// What the form of a line contains at first for each provider and telephone system.
import type { LineValues } from './line-values.ts'

export type Provider =
  | 'fritzbox'
  | 'sipgate'
  | 'telekom'
  | 'twilio'
  | 'telnyx'
  | 'easybell'
  | 'threecx'
  | 'asterisk'
  | 'other'

interface Preset {
  /** Names of products, which are the same in all languages. */
  name?: string
  values: Partial<LineValues>
  /** What the pages of the provider call the field. */
  usernameLabel?: string
  addressLabel?: string
  addressExample?: string
  /** Telephone systems also have trunks, whose lines are phone numbers. */
  hasKinds?: boolean
}

/** A telephone system dials as a person at one of its telephones does. */
const extension: Partial<LineValues> = {
  sip_trunk_type: 'extension',
  caller_id_from: 'account',
  sip_calling_format: 'national',
}

export const presets: Record<Provider, Preset> = {
  fritzbox: { name: 'FRITZ!Box', values: { ...extension, sip_address: 'fritz.box' } },
  sipgate: {
    name: 'sipgate',
    values: {
      sip_address: 'sipgate.de',
      sip_calling_format: 'e164',
      caller_id_from: 'account',
      caller_id_fields: ['p-preferred'],
    },
    usernameLabel: 'SIP-ID',
  },
  telekom: { name: 'Telekom SIP-Trunk', values: { sip_address: 'reg.sip-trunk.telekom.de', sip_transport: 'tcp' } },
  twilio: {
    name: 'Twilio Elastic SIP',
    values: { register: false, inbound_authorization_type: 'ip' },
    addressLabel: 'Termination SIP URI',
    addressExample: 'example.pstn.twilio.com',
  },
  telnyx: { name: 'Telnyx', values: { sip_address: 'sip.telnyx.com' } },
  easybell: { name: 'easybell', values: { sip_address: 'voip.easybell.de' } },
  threecx: { name: '3CX', values: extension, addressExample: 'company.3cx.eu', hasKinds: true },
  asterisk: { name: 'Asterisk, FreePBX', values: extension, addressExample: '192.168.0.10', hasKinds: true },
  other: { values: {}, addressExample: 'sip.example.com', hasKinds: true },
}

export const providers = Object.keys(presets) as Provider[]
