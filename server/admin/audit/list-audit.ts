export { listAuditEntries } from './store.ts'
