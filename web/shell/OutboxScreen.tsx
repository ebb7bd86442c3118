import { Outbox } from '../features/messages/Outbox.tsx'
import { LoginHere } from './Guard.tsx'
import { NotFound } from './NotFound.tsx'
import { useSessionId } from './session.ts'

/** Whose messages are shown may change with who is signed in. */
export function OutboxScreen() {
  const session = useSessionId()
  return <Outbox key={session ?? 'nobody'} login={<LoginHere />} missing={<NotFound />} />
}
