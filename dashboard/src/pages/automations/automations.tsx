// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Automations = () => <Page title="Automations">…</Page>
