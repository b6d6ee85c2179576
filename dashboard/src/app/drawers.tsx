// What opens at the side of each page: the list of pages on narrow windows, and the requests of the page.
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Destinations } from './destinations.tsx'
import { Requests } from './requests.tsx'

const texts = textsOf(
  { pages: 'Pages', requests: 'Requests of this page' },
  { pages: 'Seiten', requests: 'Anfragen dieser Seite' },
)

export function Drawers({ open, onClose }: { open: 'pages' | 'requests' | undefined; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <>
      <Dialog title="Parley" look="drawer" isOpen={open === 'pages'} onClose={onClose}>
        <nav aria-label={t.pages}>
          <Destinations />
        </nav>
      </Dialog>
      <Dialog title={t.requests} look="drawer" isOpen={open === 'requests'} onClose={onClose}>
        <Requests />
      </Dialog>
    </>
  )
}
