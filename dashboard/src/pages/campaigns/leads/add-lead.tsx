// Adds a single lead, with the variables that the campaign expects.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { Checkbox, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { Dialog, say } from '../../../ui/overlays.tsx'
import { Button } from '../../../ui/page.tsx'
import { useExpectedVariables } from '../use-expected.ts'
import type { CampaignRecord } from '../words.ts'
import { VariableFields } from './variable-fields.tsx'

const texts = textsOf('campaigns', 'addLead')

export function AddLead({ campaign }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('leads', 'create')) return null
  return (
    <>
      <Button icon={Plus} size="small" onPress={() => setOpen(true)}>
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
  const { values, field, toggle } = useFields({
    phone_number: '',
    secondary_contacts: '',
    timezone: '',
    requested: false,
    allow_dupplicate: false,
  })
  const [variables, setVariables] = useState<Record<string, string>>({})
  const add = useAction('leads', 'create', {
    changes: ['campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () => {
    const given = Object.entries(variables).filter(([, value]) => value !== '')
    const contacts = values.secondary_contacts.split(/[\r\n]+/).filter((each) => each.trim() !== '')
    add.mutate({
      campaign_id: campaign.id,
      phone_number: values.phone_number,
      variables: Object.fromEntries(given),
      allow_dupplicate: values.allow_dupplicate,
      requested: values.requested,
      ...(values.timezone.trim() !== '' && { timezone: values.timezone.trim() }),
      ...(contacts.length > 0 && { secondary_contacts: contacts.map((each) => ({ phone_number: each.trim() })) }),
    })
  }
  return (
    <Form onSubmit={submit} action={add}>
      <TextField {...field('phone_number')} label={t.number} help={t.numberHelp} type="tel" autoFocus />
      <VariableFields names={expected.map(({ name }) => name)} values={variables} onChange={setVariables} />
      <TextField {...field('timezone')} label={t.timeZone} help={t.timeZoneHelp} maxLength={64} />
      <TextField {...field('secondary_contacts')} label={t.others} help={t.othersHelp} rows={2} />
      <Checkbox {...toggle('requested')} label={t.requested} help={t.requestedHelp} />
      <Checkbox {...toggle('allow_dupplicate')} label={t.duplicate} />
      <FormButtons submit={t.submit} />
    </Form>
  )
}
