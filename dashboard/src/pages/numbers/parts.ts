// The dialogs of the page, which are loaded when they are needed.
import { partOf } from '../../loading/part.tsx'

export const ConnectLine = partOf(async () => (await import('./connect-line.tsx')).ConnectLine)
export const EditLine = partOf(async () => (await import('./connect-line.tsx')).EditLine)
export const AddPhone = partOf(async () => (await import('./add-phone.tsx')).AddPhone)
export const PhoneDrawer = partOf(async () => (await import('./phone-drawer.tsx')).PhoneDrawer)
