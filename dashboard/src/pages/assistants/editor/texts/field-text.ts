// The form of the texts of a field: its label, and one sentence about what it changes.

type Text = readonly [label: string, help?: string]

export interface FieldText {
  en: Text
  de: Text
}

/** By path. Items of lists and the `data` of tools have no step of their own: `tools.message`. */
export type FieldTexts = Readonly<Record<string, FieldText>>
