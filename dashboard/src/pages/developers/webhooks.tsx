// Webhooks of the account: the secret that signs them, and their deliveries.
import { Deliveries } from './deliveries.tsx'
import { SigningSecret } from './signing-secret.tsx'

export const Webhooks = () => (
  <div className="flex flex-col gap-5">
    <SigningSecret />
    <Deliveries />
  </div>
)
