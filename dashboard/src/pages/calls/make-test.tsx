// Makes a test of the assistant from a call, which opens for naming and its first run.
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { isOpen } from './call-words.ts'
import type { CallRecord } from './lanes.ts'

const texts = textsOf({ make: 'Make a test of this' }, { make: 'Test daraus machen' })

export function MakeTest({ call }: { call: Pick<CallRecord, 'id' | 'status' | 'transcript'> }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const make = useAction('assistantTests', 'createFromCall', {
    onDone: ({ data }) =>
      void navigate({
        to: '/assistants/$id',
        params: { id: String(data.assistant_id) },
        search: { view: 'tests', test: data.id, form: 'edit' },
      }),
  })
  const hasWords = call.transcript.some(({ sender }) => sender === 'human')
  if (isOpen(call.status) || !hasWords || !may('assistantTests', 'createFromCall')) return null
  return (
    <Button
      size="small"
      isPending={make.isPending}
      onPress={() => !make.isPending && make.mutate({ id: call.id }, { onError: sayError })}
    >
      <FlaskConical aria-hidden size={15} />
      {t.make}
    </Button>
  )
}
