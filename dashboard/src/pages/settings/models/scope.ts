// For whom a key is: the account, or the installation.
import type { ReplyFrom } from '../../../api/query.ts'

export type Scope = 'account' | 'installation'
export type VendorKeys = ReplyFrom<'vendors', 'list'>
export type Vendor = VendorKeys['data'][number]

/** The areas of both scopes have the same endpoints. */
export const areaOf = (scope: Scope) => (scope === 'account' ? 'vendors' : 'installationVendors') as 'vendors'
