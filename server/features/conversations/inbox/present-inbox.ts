// Converts notes, labels, saved replies and views to API fields.
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Label, LabelRecord } from './store-labels.ts'
import type { Note } from './store-notes.ts'
import type { SavedReply } from './store-saved-replies.ts'
import type { View } from './store-views.ts'

export const presentNote = ({ id, author, userId, text, createdAt }: Note) => ({
  id,
  author: { id: userId, name: author },
  text,
  created_at: toIsoMicros(createdAt),
})

export const presentLabel = ({ id, name, color }: Label) => ({ id, name, color })

export const presentLabelRecord = (label: LabelRecord) => ({
  ...presentLabel(label),
  conversations_count: label.conversationsCount,
  created_at: toIsoMicros(label.createdAt),
  updated_at: toIsoMicros(label.updatedAt),
})

export const presentSavedReply = ({ id, shortcut, text, createdAt, updatedAt }: SavedReply) => ({
  id,
  shortcut,
  text,
  created_at: toIsoMicros(createdAt),
  updated_at: toIsoMicros(updatedAt),
})

export const presentView = ({ id, name, filters, createdAt, updatedAt }: View) => ({
  id,
  name,
  filters,
  created_at: toIsoMicros(createdAt),
  updated_at: toIsoMicros(updatedAt),
})
