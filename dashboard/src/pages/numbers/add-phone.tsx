// Adds a desk phone or softphone: its name, its extension and the number that it shows.
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Loaded } from '../../ui/page.tsx'
import { useNumbersAddress } from './address.ts'
import { noNumber, PhoneFields } from './phone-fields.tsx'
import { phoneFormTexts, phoneTexts } from './phones.ts'
import type { PhoneNumber } from './texts.ts'

export function AddPhone() {
  const t = useTexts(phoneTexts)
  const [, change] = useNumbersAddress()
  const query = useRead('phoneNumbers', 'listAll')
  return (
    <Dialog title={t.add} isOpen onClose={() => change({ adding: undefined })}>
      <Loaded query={query}>{({ data }) => <NewPhone numbers={data} />}</Loaded>
    </Dialog>
  )
}

function NewPhone({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const t = useTexts(phoneFormTexts)
  const [, change] = useNumbersAddress()
  const fields = useFields({ name: '', extension: '', phone_number_id: numbers[0]?.id ?? noNumber })
  const create = useAction('sipPhones', 'create', {
    onDone: ({ data }) => {
      change({ adding: undefined, phone: data.id })
      say(t.created)
    },
  })
  const submit = () => {
    const { name, extension, phone_number_id: numberId } = fields.values
    create.mutate({
      name,
      extension: extension.trim() || null,
      phone_number_id: numberId === noNumber ? null : numberId,
    })
  }
  return (
    <Form onSubmit={submit} action={create}>
      <PhoneFields {...fields} numbers={numbers} isNew />
      <FormButtons submit={t.add} />
    </Form>
  )
}
