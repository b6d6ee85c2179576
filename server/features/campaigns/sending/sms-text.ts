// Fills the placeholders of the messages of a campaign with the variables of a lead.
import { renderTemplate } from '#server/platform/text/render-template.ts'
import type { Campaign } from '../campaign/campaign.ts'

export type Variables = Readonly<Record<string, string>>

const maxSmsCharacters = 1_600

export function smsTextOf(
  { smsBody, textVariableMapping: mapping }: Pick<Campaign, 'textVariableMapping'> & { smsBody: string },
  variables: Variables,
): string {
  const mapped = Object.keys(mapping).map((name) => [name, variableFor(variables, mapping, name) ?? ''])
  return renderTemplate(smsBody, { ...variables, ...Object.fromEntries(mapped) }).slice(0, maxSmsCharacters)
}

export const variableFor = (variables: Variables, mapping: Variables, placeholder: string): string | undefined =>
  own(variables, own(mapping, placeholder) ?? placeholder)

const own = (record: Variables, name: string): string | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
