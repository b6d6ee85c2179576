// The settings of a campaign, in parts, with the help of the API and its messages at the fields.
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  CheckboxGroup,
  Disclosure,
  DisclosurePanel,
  Heading,
  Label,
  Text,
} from 'react-aria-components'
import { fieldErrorsOf, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { FieldMessages, Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Button, Card, Notice } from '../../../ui/page.tsx'
import { type CampaignRecord, type Channel, wordTexts } from '../words.ts'
import { type FieldHelp, useFieldHelp } from './field-help.tsx'
import { ChatappSettings, SmsSettings } from './message-settings.tsx'
import { ScheduleSettings } from './schedule-settings.tsx'
import { settingTexts } from './setting-texts.ts'
import { NumberSetting, SwitchSetting, TextSetting } from './simple-settings.tsx'
import { useSummaries } from './summaries.ts'
import { type SettingName, type SettingsForm, settingGroups, settingNames } from './use-settings.ts'

const texts = textsOf('campaigns', 'settingsCard')

const noFallback = 'none'

export function SettingsCard({ campaign, form }: { campaign: CampaignRecord; form: SettingsForm }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const { names } = useTexts(settingTexts)
  const may = useMay()
  const help = useFieldHelp()
  const summaries = useSummaries(form)
  const assistants = useRead('assistants', 'listOutbound')
  const refused = Object.keys(fieldErrorsOf(form.error)).map((name) => name.split('.')[0])
  const hasError = (group: keyof typeof settingGroups): boolean =>
    settingGroups[group].some((name) => refused.includes(name))
  const channel = form.value('channel')
  const isCall = channel === 'call'
  const channels = [channel, ...(isCall ? [form.value('fallback_channel')] : [])]
  const windows = (form.value('schedule_windows') ?? []).flatMap((_, index) => [
    `schedule_windows.${index}.start`,
    `schedule_windows.${index}.end`,
  ])
  const shown: SettingName[] = settingNames.filter((name) => {
    if (name.startsWith('sms_')) return channels.includes('sms')
    if (name.startsWith('chatapp_')) return channels.includes('chatapp')
    return name !== 'text_variable_mapping'
  })
  const mayUpdate = may('campaigns', 'update')
  return (
    <Card title={t.title} isFlush>
      {form.conflicts.length > 0 && (
        <div className="border-b p-4">
          <Notice look="warn">
            <p>{t.conflict(form.conflicts.map((name) => names[name]).join(', '))}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="small" onPress={() => form.decide('mine')}>
                {t.mine}
              </Button>
              <Button size="small" onPress={() => form.decide('theirs')}>
                {t.theirs}
              </Button>
            </div>
          </Notice>
        </div>
      )}
      <Form onSubmit={form.save} action={form} fields={[...shown, ...windows]} className="flex flex-col">
        <fieldset disabled={!mayUpdate} className="min-w-0">
          <Section title={t.content} summary={summaries.content} isOpenFirst hasError={hasError('content')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextSetting name="name" form={form} help={help} />
              <Select
                name="channel"
                label={names.channel}
                options={(['call', 'chatapp', 'sms'] as const).map((value) => ({
                  value,
                  label: words.channels[value],
                }))}
                value={channel}
                onChange={(next: Channel) => form.set('channel', next)}
              />
            </div>
            {isCall && (
              <>
                <div className="grid gap-4 sm:grid-cols-2">
                  <Select
                    name="assistant_id"
                    label={names.assistant_id}
                    placeholder={t.choose}
                    options={(assistants.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                    value={form.value('assistant_id')}
                    onChange={(id) => form.set('assistant_id', id as never)}
                  />
                  <Select
                    name="fallback_channel"
                    label={names.fallback_channel}
                    options={[
                      { value: noFallback, label: t.nothing },
                      ...(['chatapp', 'sms'] as const).map((value) => ({ value, label: words.channels[value] })),
                    ]}
                    value={form.value('fallback_channel') ?? noFallback}
                    onChange={(next: string) =>
                      form.set('fallback_channel', next === noFallback ? null : (next as 'chatapp' | 'sms'))
                    }
                  />
                </div>
                <NumberChoice form={form} help={help} />
                <TextSetting name="purpose" form={form} help={help} />
              </>
            )}
            {channels.includes('chatapp') && <ChatappSettings form={form} help={help} />}
            {channels.includes('sms') && <SmsSettings form={form} help={help} />}
          </Section>
          <Section title={t.schedule} summary={summaries.schedule} hasError={hasError('schedule')}>
            <ScheduleSettings form={form} help={help} />
          </Section>
          <Section title={t.pace} summary={summaries.pace} hasError={hasError('pace')}>
            <div className="grid gap-4 sm:grid-cols-2">
              {isCall && <NumberSetting name="max_calls_in_parallel" form={form} help={help} />}
              {channels.some((each) => each === 'chatapp' || each === 'sms') && (
                <NumberSetting name="messages_per_minute" form={form} help={help} />
              )}
              <NumberSetting name="max_retries" form={form} help={help} />
              <NumberSetting name="retry_interval" form={form} help={help} />
            </div>
            {isCall && (
              <>
                <SwitchSetting name="retry_on_voicemail" form={form} help={help} />
                <SwitchSetting name="retry_on_goal_incomplete" form={form} help={help} />
                <TextSetting name="goal_completion_variable" form={form} help={help} />
              </>
            )}
            <SwitchSetting name="mark_complete_when_no_leads" form={form} help={help} />
          </Section>
          <Section title={t.people} summary={summaries.people} hasError={hasError('people')}>
            <TextSetting name="topic" form={form} help={help} />
            <SwitchSetting name="require_consent" form={form} help={help} />
            <div className="grid gap-4 sm:grid-cols-2">
              <NumberSetting name="contact_gap" form={form} help={help} />
              <NumberSetting name="contacts_per_day" form={form} help={help} />
            </div>
          </Section>
        </fieldset>
        {mayUpdate && (
          <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
            <p role="status" className="grow text-sm text-soft">
              {form.isChanged ? t.changed : campaign.status === 'in-progress' ? t.running : ''}
            </p>
            {form.isChanged && <Button onPress={form.reset}>{t.discard}</Button>}
            <Button type="submit" look="primary" isDisabled={!form.isChanged} isPending={form.isPending}>
              {t.save}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  )
}

interface SectionProps {
  title: string
  summary: ReactNode
  isOpenFirst?: boolean
  hasError: boolean
  children: ReactNode
}

/** A part of the settings that opens and closes, with a summary of its values; a refused value opens it. */
function Section({ title, summary, isOpenFirst = false, hasError, children }: SectionProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError])
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setOpen} className="group border-b last:border-b-0">
      <Heading level={3}>
        <AriaButton
          slot="trigger"
          className="flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-start outline-offset-[-2px] hover:bg-sunken"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className="shrink-0 -rotate-90 rtl:rotate-90 group-data-[expanded]:rotate-0 motion-safe:transition-transform"
          />
          <span className="shrink-0 font-medium">{title}</span>
          <span className="min-w-0 grow truncate text-end text-sm text-soft">{summary}</span>
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="flex flex-col gap-4 px-4 pt-1 pb-5">{children}</div>
      </DisclosurePanel>
    </Disclosure>
  )
}

const numberChoiceTexts = textsOf('campaigns', 'numberChoice')

/** Chooses the numbers from which a campaign calls. */
function NumberChoice({ form, help }: { form: SettingsForm; help: FieldHelp }) {
  const t = useTexts(numberChoiceTexts)
  const { names } = useTexts(settingTexts)
  const numbers = useRead('phoneNumbers', 'list')
  const chosen = form.value('phone_number_ids') ?? []
  const offered = (numbers.data ?? []).filter(({ id, type }) => type !== 'inbound' || chosen.includes(id))
  return (
    <CheckboxGroup
      name="phone_number_ids"
      value={chosen.map(String)}
      onChange={(ids) => form.set('phone_number_ids', ids.map(Number))}
      className="flex flex-col gap-1"
    >
      <Label className="text-sm font-medium">{names.phone_number_ids}</Label>
      {numbers.data !== undefined && offered.length === 0 && <p className="text-soft">{t.none}</p>}
      <div className="flex max-h-48 flex-col gap-1 overflow-auto">
        {offered.map(({ id, phone_number, nickname }) => (
          <AriaCheckbox key={id} value={String(id)} className="group flex cursor-pointer items-center gap-2.5 py-0.5">
            <span className="grid size-5 shrink-0 place-items-center rounded border border-strong-line bg-card group-data-[selected]:border-accent group-data-[selected]:bg-accent group-data-[focus-visible]:outline-2 outline-accent">
              <Check aria-hidden size={14} className="text-on-accent opacity-0 group-data-[selected]:opacity-100" />
            </span>
            <span className="min-w-0 truncate">
              <span className="tabular-nums">{phone_number}</span> <span className="text-soft">{nickname}</span>
            </span>
          </AriaCheckbox>
        ))}
      </div>
      <Text slot="description" className="text-sm text-soft">
        {help.helpOf('phone_number_ids')}
      </Text>
      <FieldMessages label={names.phone_number_ids} />
    </CheckboxGroup>
  )
}
