// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Numbers = () => <Page title="Numbers">…</Page>
