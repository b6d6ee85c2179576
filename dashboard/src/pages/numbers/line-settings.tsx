// The settings of a telephone line that most providers do not need.
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { Checkbox, ComboBox, Select, Switch, TextField } from '../../ui/fields.tsx'
import { useCountries } from './countries.ts'
import { automatic, type LineFields } from './line-values.ts'
import { lineFormTexts } from './lines.ts'
import { numberTexts } from './texts.ts'

/** Names of the fields in the API. */
export const settingNames: readonly string[] = [
  'nickname',
  'additional_phone_numbers',
  'type',
  'country_code',
  'max_calls',
  'sip_port',
  'sip_transport',
  'sip_domain',
  'sip_auth_username',
  'register',
  'inbound_authorization_type',
  'allowed_inbound_ips',
  'sip_calling_format',
  'caller_id_from',
  'caller_id_fields',
  'codecs',
  'srtp',
  'allow_refer',
]

const directions = ['both', 'inbound', 'outbound'] as const
const transports = ['udp', 'tcp', 'tls'] as const
const acceptances = ['auth', 'ip'] as const
const senders = ['number', 'account'] as const
const encryptions = ['off', 'offered', 'required'] as const
const codecOrders = ['PCMA,PCMU', 'PCMU,PCMA', 'G722,PCMA,PCMU', 'PCMA', 'PCMU']

/** Names of header fields, which are the same in all languages. */
const callerFields = [
  ['p-asserted', 'P-Asserted-Identity'],
  ['p-preferred', 'P-Preferred-Identity'],
  ['remote-party-id', 'Remote-Party-ID'],
] as const

const codecNames = (order: string): string =>
  order
    .replaceAll('PCMA', 'G.711 A-law')
    .replaceAll('PCMU', 'G.711 µ-law')
    .replaceAll('G722', 'G.722')
    .replaceAll(',', ', ')

export function LineSettings({ values, field, toggle, change }: LineFields) {
  const t = useTexts(lineFormTexts)
  const names = useTexts(numberTexts)
  const { all } = useCountries()
  const isNumber = values.sip_trunk_type === 'number'
  const orders = codecOrders.includes(values.codecs) ? codecOrders : [values.codecs, ...codecOrders]
  const chosen = new Set(values.caller_id_fields)
  return (
    <div className="flex flex-col gap-6">
      <Group>
        <TextField {...field('nickname')} label={t.nickname} help={t.nicknameHelp} />
        {isNumber && (
          <TextField
            {...field('additional_phone_numbers')}
            label={t.others}
            help={t.othersHelp}
            rows={3}
            placeholder={'+493012345679\n+493012345680'}
          />
        )}
        <Select
          {...field('type')}
          label={t.direction}
          options={directions.map((value) => ({ value, label: names[value] }))}
        />
        <TextField {...field('max_calls')} label={t.maxCalls} help={t.maxCallsHelp} inputMode="numeric" />
      </Group>
      <Group title={t.signaling}>
        <div className="grid grid-cols-2 gap-4">
          <Select
            {...field('sip_transport')}
            label={t.transport}
            options={[
              { value: automatic, label: t.automatic },
              ...transports.map((value) => ({ value, label: value.toUpperCase() })),
            ]}
          />
          <TextField {...field('sip_port')} label={t.port} placeholder={t.automatic} inputMode="numeric" />
        </div>
        <TextField {...field('sip_domain')} label={t.domain} help={t.domainHelp} />
        <TextField
          {...field('sip_auth_username')}
          label={t.authUsername}
          help={t.authUsernameHelp}
          autoComplete="off"
        />
        <Switch {...toggle('register')} label={t.register} help={t.registerHelp} />
        <Select
          {...field('inbound_authorization_type')}
          label={t.accepted}
          options={acceptances.map((value) => ({ value, label: t.acceptance[value] }))}
        />
        {values.inbound_authorization_type === 'ip' && (
          <TextField {...field('allowed_inbound_ips')} label={t.networks} help={t.networksHelp} rows={3} isMono />
        )}
      </Group>
      <Group title={t.outgoing}>
        <Select
          {...field('sip_calling_format')}
          label={t.format}
          options={[
            { value: '+e164', label: t.formats.plus },
            { value: 'e164', label: t.formats.digits },
            { value: 'national', label: t.formats.national },
          ]}
        />
        <ComboBox
          {...field('country_code')}
          label={t.country}
          help={t.countryHelp}
          options={[
            { value: automatic, label: t.ownCountry },
            ...all.map(({ code, name }) => ({ value: code, label: name, detail: code })),
          ]}
        />
        <Select
          {...field('caller_id_from')}
          label={t.sender}
          options={senders.map((value) => ({ value, label: t.senders[value] }))}
        />
        <div role="group" aria-label={t.callerFields} className="flex flex-col gap-1.5">
          <p className="text-sm font-medium">{t.callerFields}</p>
          {callerFields.map(([value, label]) => (
            <Checkbox
              key={value}
              label={label}
              isSelected={chosen.has(value)}
              onChange={(isSelected) =>
                change({
                  caller_id_fields: callerFields
                    .map(([each]) => each)
                    .filter((each) => (each === value ? isSelected : chosen.has(each))),
                })
              }
            />
          ))}
        </div>
        <Switch {...toggle('allow_refer')} label={t.refer} help={t.referHelp} />
      </Group>
      <Group title={t.audio}>
        <Select
          {...field('codecs')}
          label={t.codecs}
          options={[
            { value: automatic, label: t.automatic },
            ...orders.filter((order) => order !== automatic).map((value) => ({ value, label: codecNames(value) })),
          ]}
        />
        <Select
          {...field('srtp')}
          label={t.encryption}
          help={t.encryptionHelp}
          options={encryptions.map((value) => ({ value, label: t.encryptions[value] }))}
        />
      </Group>
    </div>
  )
}

const Group = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4">
    {title !== undefined && <h3 className="font-semibold">{title}</h3>}
    {children}
  </section>
)
