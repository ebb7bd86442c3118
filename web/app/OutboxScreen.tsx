import { NotFound } from '../features/groups/NotFound.tsx'
import { LoginHere } from '../features/identity/Guard.tsx'
import { Outbox } from '../features/messaging/outbox/Outbox.tsx'
import { useSessionId } from '../lib/session.ts'

/** Starts over for each session, because it decides whose messages are shown. */
export function OutboxScreen() {
  const session = useSessionId()
  return <Outbox key={session ?? 'nobody'} login={<LoginHere />} missing={<NotFound />} />
}
