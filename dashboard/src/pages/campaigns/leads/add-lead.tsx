// Adds a single lead, with the variables that the campaign expects.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { Dialog, say } from '../../../ui/overlays.tsx'
import { useExpectedVariables } from '../use-expected.ts'
import type { CampaignRecord } from '../words.ts'
import { VariableFields } from './variable-fields.tsx'

const texts = textsOf(
  {
    add: 'Add a lead',
    numberHelp: 'With the country code, or as it is dialed in your country.',
    timeZone: 'Time zone of the person',
    timeZoneHelp: 'Such as America/Denver. Without one, it must be a legal hour in all time zones of the country.',
    others: 'Further numbers of the person',
    othersHelp: 'One on each line, up to ten. They are tried in this order if the first one is not reached.',
    requested: 'The person has asked to be contacted',
    requestedHelp: 'The limits on how often people are contacted do not apply then.',
    duplicate: 'Add the number although the campaign has it already',
    submit: 'Add',
  },
  {
    add: 'Lead hinzufügen',
    numberHelp: 'Mit Landesvorwahl oder wie sie in Ihrem Land gewählt wird.',
    timeZone: 'Zeitzone der Person',
    timeZoneHelp: 'Zum Beispiel America/Denver. Ohne sie muss die Zeit in allen Zeitzonen des Landes zulässig sein.',
    others: 'Weitere Nummern der Person',
    othersHelp: 'Eine pro Zeile, bis zu zehn. Sie werden der Reihe nach versucht, wenn die erste nicht erreicht wird.',
    requested: 'Die Person hat um Kontakt gebeten',
    requestedHelp: 'Die Grenzen, wie oft Personen kontaktiert werden, gelten dann nicht.',
    duplicate: 'Nummer hinzufügen, auch wenn die Kampagne sie schon hat',
    submit: 'Hinzufügen',
  },
)

export function AddLead({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('leads', 'create')) return null
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        <Plus aria-hidden size={15} />
        {t.add}
      </Button>
      <Dialog title={t.add} isOpen={isOpen} onClose={() => setOpen(false)}>
        <AddForm campaign={campaign} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function AddForm({ campaign, onDone }: { campaign: CampaignRecord; onDone(): void }) {
  const t = useTexts(texts)
  const expected = useExpectedVariables(campaign)
  const [number, setNumber] = useState('')
  const [others, setOthers] = useState('')
  const [timeZone, setTimeZone] = useState('')
  const [variables, setVariables] = useState<Record<string, string>>({})
  const [isRequested, setRequested] = useState(false)
  const [allowsDuplicate, setAllowsDuplicate] = useState(false)
  const add = useAction('leads', 'create', {
    changes: ['campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () => {
    if (add.isPending) return
    const given = Object.entries(variables).filter(([, value]) => value !== '')
    const contacts = others.split(/[\r\n]+/).filter((each) => each.trim() !== '')
    add.mutate({
      campaign_id: campaign.id,
      phone_number: number,
      variables: Object.fromEntries(given),
      allow_dupplicate: allowsDuplicate,
      requested: isRequested,
      ...(timeZone.trim() !== '' && { timezone: timeZone.trim() }),
      ...(contacts.length > 0 && { secondary_contacts: contacts.map((each) => ({ phone_number: each.trim() })) }),
    })
  }
  return (
    <Form onSubmit={submit} error={add.error} fields={['phone_number', 'timezone', 'secondary_contacts', 'variables']}>
      <TextField
        name="phone_number"
        label={t.number}
        help={t.numberHelp}
        type="tel"
        value={number}
        onChange={setNumber}
        autoFocus
      />
      <VariableFields names={expected.map(({ name }) => name)} values={variables} onChange={setVariables} />
      <TextField
        name="timezone"
        label={t.timeZone}
        help={t.timeZoneHelp}
        value={timeZone}
        onChange={setTimeZone}
        maxLength={64}
      />
      <TextField
        name="secondary_contacts"
        label={t.others}
        help={t.othersHelp}
        rows={2}
        value={others}
        onChange={setOthers}
      />
      <Checkbox label={t.requested} help={t.requestedHelp} isSelected={isRequested} onChange={setRequested} />
      <Checkbox label={t.duplicate} isSelected={allowsDuplicate} onChange={setAllowsDuplicate} />
      <FormButtons submit={t.submit} isPending={add.isPending} />
    </Form>
  )
}
