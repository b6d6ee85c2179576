// Chooses the labels of a conversation. Each choice is stored at once.
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { Dialog, sayError } from '../../ui/overlays.tsx'
import { Loaded } from '../../ui/states.tsx'
import { conversationTexts } from './conversation-texts.ts'
import type { Detail } from './records.ts'

export interface LabelPickerProps {
  conversation: Detail
  isOpen: boolean
  onClose(): void
  onManage(): void
}

export function LabelPicker({ conversation, isOpen, onClose, onManage }: LabelPickerProps) {
  const t = useTexts(conversationTexts)
  const may = useMay()
  const labels = useRead('conversationLabels', 'list', {}, { isEnabled: isOpen })
  const setLabels = useAction('conversations', 'setLabels', { changes: ['conversationLabels'] })
  // The choice is shown while it is stored.
  const chosen = new Set(
    setLabels.isPending ? setLabels.variables.conversation_label_ids : conversation.labels.map(({ id }) => id),
  )
  const toggle = (id: number, isOn: boolean) => {
    if (setLabels.isPending) return
    const ids = isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)
    setLabels.mutate({ uuid: conversation.id, conversation_label_ids: ids }, { onError: sayError })
  }
  return (
    <Dialog title={t.labels} isOpen={isOpen} onClose={onClose}>
      <Loaded query={labels}>
        {({ data }) => (
          <div className="flex flex-col gap-3">
            {data.length === 0 && <p className="text-soft">{t.noLabels}</p>}
            {data.map(({ id, name }) => (
              <Checkbox key={id} label={name} isSelected={chosen.has(id)} onChange={(isOn) => toggle(id, isOn)} />
            ))}
            <div className="flex justify-end gap-2">
              {may('conversationLabels', 'create') && <Button onPress={onManage}>{t.manageLabels}</Button>}
              <Button look="primary" onPress={onClose}>
                {t.done}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
