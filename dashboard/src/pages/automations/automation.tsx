// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Automation = () => <Page title="Automation">…</Page>
