// Writes generated bodies with a file as multipart/form-data, whole or damaged.
import { filePart, multipart, type PartOfForm, partsOf, textPart } from '../requests/multipart-body.ts'

export const uploadDamages = [
  'cut',
  'twice',
  'second file',
  'file for text',
  'text for file',
  'nested names',
  'prototype',
  'latin',
  'other boundary',
  'many fields',
] as const
export type UploadDamage = 'nothing' | (typeof uploadDamages)[number]

const bytes = Buffer.from([0xff, 0, 13, 10, 45, 45])

export function uploadBody(fields: Record<string, unknown>, damage: UploadDamage): Buffer {
  const parts = partsOf(fields)
  if (damage === 'cut') return multipart(parts).subarray(0, Math.floor(multipart(parts).length / 2))
  if (damage === 'other boundary')
    return Buffer.from(multipart(parts).toString('latin1').replaceAll('--limit', '--other'))
  return multipart(damagedParts(parts, Object.keys(fields), damage))
}

function damagedParts(parts: PartOfForm[], [name = 'name', ...names]: string[], damage: UploadDamage): PartOfForm[] {
  switch (damage) {
    case 'twice':
      return [...parts, ...parts.slice(0, 1)]
    case 'second file':
      return [...parts, filePart('file', bytes, '../../x\0"')]
    case 'file for text':
      return [filePart(name, bytes), ...parts.slice(1)]
    case 'text for file':
      return [...parts.slice(0, -1), textPart(names.at(-1) ?? name, '/etc/passwd')]
    case 'nested names':
      return [...parts, textPart(`${name}[]`, 'x'), textPart(`${name}[a][9]`, 'x'), textPart('links[0][link]', 'x')]
    case 'prototype':
      return [...parts, textPart('__proto__[x]', 'x'), textPart('constructor', 'x')]
    case 'latin':
      return [{ ...textPart(name, ''), content: bytes }, ...parts.slice(1)]
    case 'many fields':
      return [...parts, ...Array.from({ length: 70 }, (_, index) => textPart(`n${index}`, 'x'))]
    default:
      return parts
  }
}
