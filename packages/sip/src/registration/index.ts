// Exports what other parts use of registrations.
export {
  type Binding,
  createRegistrar,
  type Registrar,
  type RegistrarAnswer,
  type RegistrarOptions,
} from './registrar.ts'
export {
  type Registration,
  type RegistrationEvents,
  type RegistrationOptions,
  type RegistrationState,
  startRegistration,
} from './registration.ts'
