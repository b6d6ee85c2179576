// The text beside the files of a message.
interface DescribedFile {
  content_type: string
  filename: string | null
}

export const isPictureType = (type: string): boolean => type.startsWith('image/')

/** The server describes the files of a message without words in its text, which needs no words then either. */
export function textBeside(content: string, files: readonly DescribedFile[]): string {
  const described = files
    .map(({ content_type: type, filename }) => (isPictureType(type) ? '[image]' : `[document ${filename}]`))
    .join(' ')
  return files.length > 0 && content === described ? '' : content
}
