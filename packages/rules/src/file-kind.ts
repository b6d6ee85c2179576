// Recognizes files of other formats that are sent instead of a CSV file or a voice pack.

/** What the server and the page of an import say to it. */
export const otherKindMessage = (kind: string): string =>
  `The file is ${kind}. Save the list as CSV in UTF-8, and import that file.`

/** How the files begin, and the paths in the archives of office programs. */
const kinds: readonly { name: string; begins: string; contains?: string }[] = [
  { name: 'an Excel workbook (.xlsx)', begins: 'PK\x03\x04', contains: 'xl/' },
  { name: 'an OpenDocument spreadsheet (.ods)', begins: 'PK\x03\x04', contains: 'opendocument.spreadsheet' },
  { name: 'a Numbers document (.numbers)', begins: 'PK\x03\x04', contains: 'Index/' },
  {
    name: 'an office document, such as an Excel workbook (.xlsx)',
    begins: 'PK\x03\x04',
    contains: '[Content_Types].xml',
  },
  { name: 'a ZIP archive', begins: 'PK\x03\x04' },
  { name: 'a ZIP archive', begins: 'PK\x05\x06' },
  { name: 'a RAR archive', begins: 'Rar!\x1a' },
  { name: 'a 7z archive', begins: '7z\xbc\xaf' },
  { name: 'a compressed file (.xz)', begins: '\xfd7zXZ' },
  { name: 'a compressed file (.zst)', begins: '(\xb5/\xfd' },
  { name: 'an Excel workbook (.xls)', begins: '\xd0\xcf\x11\xe0' },
  { name: 'a PDF document', begins: '%PDF-' },
  { name: 'a compressed file (.gz)', begins: '\x1f\x8b' },
  { name: 'a formatted text (.rtf)', begins: '{\\rtf' },
  { name: 'a web page', begins: '<!doctype html' },
  { name: 'a web page', begins: '<html' },
  { name: 'a web page', begins: '<table' },
  { name: 'an XML document', begins: '<?xml' },
]

export const fileKinds: readonly string[] = kinds.map(({ name }) => name)

export const fileKindBytes = 4096

/** The name of the format of a file that begins with the bytes. Undefined for text that can be CSV, and tar archives. */
export function otherFileKind(start: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1252')
    .decode(start.subarray(0, fileKindBytes))
    .replace(/^\u00ef\u00bb\u00bf/, '')
  const beginning = text.trimStart().slice(0, 20).toLowerCase()
  return kinds.find(
    ({ begins, contains = '' }) => beginning.startsWith(begins.toLowerCase()) && text.includes(contains),
  )?.name
}
