// The types of files that conversations accept.
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export type ContentType = PictureType | 'application/pdf' | typeof wordType | `text/${'plain' | 'markdown' | 'csv'}`

export const isPicture = (type: string): type is PictureType => pictureTypes.some((picture) => picture === type)
