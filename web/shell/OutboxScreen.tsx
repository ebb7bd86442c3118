import { Outbox } from '../features/messages/Outbox.tsx'
import { LoginHere } from './Guard.tsx'
import { NotFound } from './NotFound.tsx'
import { useSessionId } from './session.ts'

/** Starts over for each session, because it decides whose messages are shown. */
export function OutboxScreen() {
  const session = useSessionId()
  return <Outbox key={session ?? 'nobody'} login={<LoginHere />} missing={<NotFound />} />
}
