// Encrypts and decrypts the keys of vendors.
import { open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import type { VendorCode, VendorKey } from '#server/ports/vendors.ts'
import type { KeyOwner, StoredKey } from './store.ts'

const placeOf = (owner: KeyOwner, vendor: VendorCode): string => `vendor_keys:${owner ?? 'installation'}:${vendor}`

export const sealKey = (masterKey: Uint8Array, owner: KeyOwner, { vendor, apiKey }: VendorKey): Buffer =>
  seal(masterKey, apiKey, placeOf(owner, vendor))

/** Undefined if the key was encrypted under another master key. */
export function openKey(masterKey: Uint8Array, owner: KeyOwner, key: StoredKey): VendorKey | undefined {
  const { vendor, sealedKey, baseUrl, region } = key
  const apiKey = openIfReadable(() => open(masterKey, sealedKey, placeOf(owner, vendor)))
  return apiKey === undefined ? undefined : { vendor, apiKey, baseUrl, region }
}
