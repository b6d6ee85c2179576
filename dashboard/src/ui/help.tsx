// A text of the API reference, which is in English.
export const Help = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <span lang="en">{text.replaceAll('`', '')}</span>
