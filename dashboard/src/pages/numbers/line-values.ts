// The values of the form of a telephone line, as texts, and the fields of the API that they become.
import type { InputOf } from '../../api/query.ts'
import type { useFields } from '../../ui/form.tsx'
import type { Line } from './lines.ts'

type Body = Omit<InputOf<'sipTrunks', 'create'>, 'sip_password'>

export interface LineValues {
  sip_trunk_type: Line['sip_trunk_type']
  phone_number: string
  sip_address: string
  sip_username: string
  sip_password: string
  nickname: string
  /** One in each line. */
  additional_phone_numbers: string
  type: Line['type']
  /** Empty for the default. */
  country_code: string
  max_calls: string
  sip_port: string
  sip_transport: NonNullable<Line['sip_transport']> | 'automatic'
  sip_domain: string
  sip_auth_username: string
  register: boolean
  inbound_authorization_type: Line['inbound_authorization_type']
  /** One in each line. */
  allowed_inbound_ips: string
  sip_calling_format: Line['sip_calling_format']
  caller_id_from: Line['caller_id_from']
  caller_id_fields: Line['caller_id_fields']
  /** Such as `PCMA,PCMU`. */
  codecs: string
  srtp: Line['srtp']
  allow_refer: boolean
}

/** What `useFields` returns for the form. */
export type LineFields = ReturnType<typeof useFields<LineValues>>

export const automatic = 'automatic'

export const emptyLine: LineValues = {
  sip_trunk_type: 'number',
  phone_number: '',
  sip_address: '',
  sip_username: '',
  sip_password: '',
  nickname: '',
  additional_phone_numbers: '',
  type: 'both',
  country_code: automatic,
  max_calls: '',
  sip_port: '',
  sip_transport: automatic,
  sip_domain: '',
  sip_auth_username: '',
  register: true,
  inbound_authorization_type: 'auth',
  allowed_inbound_ips: '',
  sip_calling_format: '+e164',
  caller_id_from: 'number',
  caller_id_fields: ['p-asserted'],
  codecs: automatic,
  srtp: 'off',
  allow_refer: false,
}

export const valuesOf = (line: Line): LineValues => ({
  sip_trunk_type: line.sip_trunk_type,
  phone_number: line.phone_number,
  sip_address: line.sip_address,
  sip_username: line.sip_username ?? '',
  sip_password: '',
  nickname: line.nickname ?? '',
  additional_phone_numbers: line.additional_phone_numbers.join('\n'),
  type: line.type,
  country_code: line.country_code,
  max_calls: line.max_calls === null ? '' : String(line.max_calls),
  sip_port: line.sip_port === null ? '' : String(line.sip_port),
  sip_transport: line.sip_transport ?? automatic,
  sip_domain: line.sip_domain ?? '',
  sip_auth_username: line.sip_auth_username ?? '',
  register: line.register,
  inbound_authorization_type: line.inbound_authorization_type,
  allowed_inbound_ips: line.allowed_inbound_ips.join('\n'),
  sip_calling_format: line.sip_calling_format,
  caller_id_from: line.caller_id_from,
  caller_id_fields: line.caller_id_fields,
  codecs: line.codecs.join(','),
  srtp: line.srtp,
  allow_refer: line.allow_refer,
})

const textOr = (text: string): string | null => text.trim() || null

/** The server says what is wrong with a text that is no number. */
const numberOr = (text: string): number | null =>
  textOr(text) === null ? null : /^\d+$/.test(text.trim()) ? Number(text) : (text.trim() as unknown as number)

const plainNumber = (text: string): string => text.replace(/[\s()./-]/g, '')
const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter(Boolean)

function bodyOf(values: LineValues): Body {
  const isNumber = values.sip_trunk_type === 'number'
  return {
    sip_trunk_type: values.sip_trunk_type,
    phone_number: isNumber ? plainNumber(values.phone_number) : values.phone_number.trim(),
    sip_address: values.sip_address.trim().replace(/^sips?:/i, ''),
    sip_username: textOr(values.sip_username),
    nickname: textOr(values.nickname),
    additional_phone_numbers: isNumber ? linesOf(values.additional_phone_numbers).map(plainNumber) : [],
    type: values.type,
    country_code: values.country_code === automatic ? null : values.country_code,
    max_calls: numberOr(values.max_calls),
    sip_port: numberOr(values.sip_port),
    sip_transport: values.sip_transport === automatic ? null : values.sip_transport,
    sip_domain: textOr(values.sip_domain),
    sip_auth_username: textOr(values.sip_auth_username),
    register: values.register,
    inbound_authorization_type: values.inbound_authorization_type,
    allowed_inbound_ips: values.inbound_authorization_type === 'ip' ? linesOf(values.allowed_inbound_ips) : [],
    sip_calling_format: values.sip_calling_format,
    caller_id_from: values.caller_id_from,
    caller_id_fields: values.caller_id_fields,
    codecs: values.codecs === automatic ? null : (values.codecs.split(',') as Line['codecs']),
    srtp: values.srtp,
    allow_refer: values.allow_refer,
  }
}

const passwordOf = ({ sip_password }: LineValues) => (sip_password === '' ? {} : { sip_password })

export const newLine = (values: LineValues): InputOf<'sipTrunks', 'create'> => ({
  ...bodyOf(values),
  ...passwordOf(values),
})

/** Only what was changed, so that the changes of others to the same line stay. */
export function changedLine(line: Line, initial: LineValues, values: LineValues): InputOf<'sipTrunks', 'update'> {
  const before = bodyOf(initial)
  const changes = Object.entries(bodyOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
  )
  const hasOtherDomain = changes.some(([name]) => name === 'sip_domain')
  return {
    id: line.id,
    ...Object.fromEntries(changes),
    ...passwordOf(values),
    // Its default depends on the domain.
    ...(hasOtherDomain && { outbound_proxy: null }),
  }
}
