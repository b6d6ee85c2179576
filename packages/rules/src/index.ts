// The public interface of the package.
export {
  type CsvFault,
  type CsvRecord,
  type CsvValue,
  createCsvParser,
  csvLine,
  type Delimiter,
  delimiters,
  readCsv,
} from './csv.ts'
export { durationText } from './duration.ts'
export { e164, isE164 } from './e164.ts'
export { type Encoding, encodingOfMark, encodings, proposeEncoding } from './encoding.ts'
export { exactInteger, parseJson, parseJsonObject, tryParseJson } from './exact-json.ts'
export { fileKindBytes, fileKinds, otherFileKind, otherKindMessage } from './file-kind.ts'
export {
  columnKey,
  columnNames,
  findCountryColumn,
  findExtensionColumn,
  findPhoneColumns,
  findTimeZoneColumn,
  isTimeZoneColumn,
  maxColumns,
} from './lead-columns.ts'
export { isExtension, keysToSend, normalizeExtension } from './phone-extension.ts'
export { countSegments, isGsm7 } from './segments.ts'
export {
  extensionForm,
  isTelephone,
  readExtension,
  readTransferNumber,
  telephoneForm,
  transferNumberForm,
} from './transfer-number.ts'
export { firstOwnVoiceId, firstPackVoiceId, isPackVoice } from './voice-ids.ts'
export {
  instantAt,
  instantOf,
  type LocalDay,
  localDayOf,
  offsetMsAt,
  type Weekday,
  weekdayOf,
  weekdays,
} from './zoned-time.ts'
