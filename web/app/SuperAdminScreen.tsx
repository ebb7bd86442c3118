import { useState } from 'react'
import { AuditLog } from '../features/admin/audit/AuditLog.tsx'
import { MessagesCard } from '../features/admin/delivery-log/MessagesCard.tsx'
import { SuperAdmin } from '../features/admin/SuperAdmin.tsx'
import { SignInCodeCard } from '../features/identity/sign-in-codes/SignInCodeCard.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const RevenuePanel = onDemand(() =>
  import('../features/admin/revenue/RevenuePanel.tsx').then((part) => part.RevenuePanel),
)
const GroupPaymentsDialog = onDemand(() =>
  import('../features/admin/revenue/GroupPaymentsDialog.tsx').then(
    (part) => part.GroupPaymentsDialog,
  ),
)

export function SuperAdminScreen() {
  const [isAway, setIsAway] = useState(false)
  return (
    <SuperAdmin
      revenue={
        isAway ? (
          <p className="sheet p-4">Payments can't be shown right now. Reload to try again.</p>
        ) : (
          <RevenuePanel waiting={<Skeleton className="h-130 w-full lg:h-67" />} />
        )
      }
      paymentsOf={(group, close) => <GroupPaymentsDialog group={group} onClose={close} />}
      auditLog={<AuditLog />}
      messages={<MessagesCard />}
      signInCode={<SignInCodeCard />}
    />
  )
}
