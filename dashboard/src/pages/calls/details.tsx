// What is known about a call besides its words: costs, evaluation, variables and the settings of the assistant.
import { Disclosure, DisclosurePanel, Heading, Button as TriggerButton } from 'react-aria-components'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ContactLink } from '../../panels/shared/contact-link.tsx'
import { Card } from '../../ui/page.tsx'
import { Code, type Fact, Facts } from '../../ui/values.tsx'
import { callWords } from './call-words.ts'
import type { CallRecord, Explanation } from './lanes.ts'

const texts = textsOf('calls', 'details')

export function Details({ call, explanation }: { call: CallRecord; explanation: Explanation | undefined }) {
  const t = useTexts(texts)
  const words = useTexts(callWords)
  const format = useFormats()
  const valueText = (value: CallRecord['evaluation'][number]['value']): string =>
    value === null || value === ''
      ? t.notSaid
      : typeof value === 'boolean'
        ? value
          ? t.yes
          : t.no
        : typeof value === 'number' || typeof value === 'bigint'
          ? format.number(value)
          : value
  const createdAt = explanation?.timeline[0]?.at
  const facts: Fact[] = [
    [t.id, String(call.id)],
    [t.created, createdAt ? format.exact(createdAt) : format.dateTime(call.created_at)],
    [t.customerNumber, call.client_phone_number ?? '–'],
    call.extension !== null && [t.extension, call.extension],
    [t.assistantNumber, call.assistant_phone_number ?? '–'],
    call.answerer && [t.answerer, words.answerer[call.answerer]],
    call.answered_by && [t.answeredBy, t[call.answered_by]],
    call.opted_out && [t.optedOut, words.optedOut[call.opted_out]],
  ]
  const variables = Object.entries(call.variables)
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title={t.call}>
        <Facts facts={facts} />
        {call.client_phone_number && <ContactLink address={call.client_phone_number} />}
      </Card>
      <Card title={t.cost}>
        <Facts
          facts={[
            [t.total, format.exactMoney(call.total_cost)],
            [t.carrier, format.exactMoney(call.carrier_cost)],
            [t.seconds, format.duration(call.duration)],
            ...(explanation
              ? ([
                  [t.price, format.exactMoney(explanation.cost.price_per_minute)],
                  [t.carrierPrice, format.exactMoney(explanation.cost.carrier_price_per_minute)],
                ] as const)
              : []),
          ]}
        />
      </Card>
      <Card title={t.evaluation}>
        {call.evaluation.length === 0 ? (
          <p className="text-soft">{t.noEvaluation}</p>
        ) : (
          <dl className="flex flex-col gap-3">
            {call.evaluation.map(({ name, value, description }) => (
              <div key={name}>
                <dt className="font-mono text-sm text-soft">{name}</dt>
                <dd dir="auto" className="break-words">
                  {valueText(value)}
                </dd>
                {description !== '' && <dd className="text-sm text-soft">{description}</dd>}
              </div>
            ))}
          </dl>
        )}
      </Card>
      <Card title={t.variables}>
        {variables.length === 0 ? (
          <p className="text-soft">{t.noVariables}</p>
        ) : (
          <Facts
            facts={variables.map(([name, value]) => [
              name,
              <span key={name} dir="auto">
                {value}
              </span>,
            ])}
          />
        )}
      </Card>
      {explanation && (
        <Card title={t.settings} className="lg:col-span-2">
          <Disclosure>
            <Heading level={3}>
              <TriggerButton slot="trigger" className="min-h-7 cursor-pointer rounded text-accent underline">
                {t.showSettings}
              </TriggerButton>
            </Heading>
            <DisclosurePanel className="pt-3">
              <Code text={JSON.stringify(explanation.assistant, null, 2)} label={t.settings} />
            </DisclosurePanel>
          </Disclosure>
        </Card>
      )}
    </div>
  )
}
