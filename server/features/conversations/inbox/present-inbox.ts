// Converts notes, labels, saved replies and views to API fields.
import { toApi } from '#server/platform/http/replies/api-names.ts'
import type { Label, LabelRecord } from './store-labels.ts'
import type { Note } from './store-notes.ts'
import type { SavedReply } from './store-saved-replies.ts'
import type { View } from './store-views.ts'

export const presentNote = ({ author, userId, ...note }: Note) => ({
  ...toApi(note),
  author: { id: userId, name: author },
})

export const presentLabel = ({ id, name, color }: Label) => ({ id, name, color })

export const presentLabelRecord = (label: LabelRecord) => toApi(label)

export const presentSavedReply = (reply: SavedReply) => toApi(reply)

export const presentView = (view: View) => toApi(view)
