import { AuditLog } from '../features/audit/AuditLog.tsx'
import { MessagesCard } from '../features/message-ledger/MessagesCard.tsx'
import { SuperAdmin } from '../features/super-admin/SuperAdmin.tsx'

export function SuperAdminScreen() {
  return <SuperAdmin auditLog={<AuditLog />} messages={<MessagesCard />} />
}
