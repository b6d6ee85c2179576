// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Settings = () => <Page title="Settings">…</Page>
