// The settings of a campaign, in parts, with the help of the API and its messages at the fields.

import { fieldErrorsOf, useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/page.tsx'
import { type CampaignRecord, type Channel, wordTexts } from '../words.ts'
import { useFieldHelp } from './field-help.tsx'
import { ChatappSettings, SmsSettings } from './message-settings.tsx'
import { NumberChoice } from './number-choice.tsx'
import { ScheduleSettings } from './schedule-settings.tsx'
import { Section } from './section.tsx'
import { settingTexts } from './setting-texts.ts'
import { NumberSetting, SwitchSetting, TextSetting } from './simple-settings.tsx'
import { useSummaries } from './summaries.ts'
import { type SettingName, type SettingsForm, settingGroups, settingNames } from './use-settings.ts'

const texts = textsOf(
  {
    title: 'Settings',
    content: 'Channel and content',
    schedule: 'Schedule',
    pace: 'Pace and attempts',
    people: 'Who is contacted',
    choose: 'Choose',
    nothing: 'Nothing further',
    save: 'Save settings',
    discard: 'Discard changes',
    changed: 'The changes are not saved yet.',
    running: 'Changes of a campaign in progress apply to the next lead.',
  },
  {
    title: 'Einstellungen',
    content: 'Kanal und Inhalt',
    schedule: 'Zeitplan',
    pace: 'Tempo und Versuche',
    people: 'Wer kontaktiert wird',
    choose: 'Auswählen',
    nothing: 'Nichts weiter',
    save: 'Einstellungen speichern',
    discard: 'Änderungen verwerfen',
    changed: 'Die Änderungen sind noch nicht gespeichert.',
    running: 'Änderungen einer laufenden Kampagne gelten ab dem nächsten Lead.',
  },
)

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
      <Form onSubmit={form.save} error={form.error} fields={[...shown, ...windows]} className="flex flex-col">
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
