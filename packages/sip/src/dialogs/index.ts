// Exports what other parts use of dialogs.
export {
  confirmDialog,
  type Dialog,
  dialogKey,
  dialogKeyOfRequest,
  dialogOfClient,
  dialogOfServer,
  keyOf,
  refreshTarget,
  takeSequence,
} from './dialog.ts'
export { applyRoutes, requestInDialog } from './dialog-request.ts'
