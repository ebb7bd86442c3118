import { type Kind, type Kinds, newId, type SandboxState, secondsOf } from './objects.ts'

/** A transaction of the sandbox, stored entirely or not at all. Transactions run one at a time. */
export interface SandboxTransaction {
  readonly now: Date
  readonly state: SandboxState
  find<K extends Kind>(object: K, id: string): Promise<Kinds[K] | undefined>
  /** Lists objects of a kind with these field values, oldest first. */
  list<K extends Kind>(object: K, having: Readonly<Record<string, string>>): Promise<Kinds[K][]>
  save(thing: Kinds[Kind]): Promise<void>
  /** Queues an event for delivery once this transaction commits. */
  queueEvent(eventId: string): Promise<void>
}

/** What the sandbox needs from the app: storage and links. */
export interface SandboxStorage {
  /** Returns the URL of a path of the app. */
  linkTo(path: string): string
  runExclusively<T>(work: (tx: SandboxTransaction) => Promise<T>): Promise<T>
  /** Lists events since a moment with ids after `after`, ordered by id. */
  listEvents(since: Date, after: string, limit: number): Promise<Kinds['event'][]>
}

const API_VERSION = '2026-10-28.endive'
const ORDINAL_DIGITS = 10

/** Records an event with the object's current state and queues its delivery. */
export async function recordEvent(
  tx: SandboxTransaction,
  type: string,
  object: Kinds[Kind],
): Promise<void> {
  tx.state.events += 1
  const ordinal = String(tx.state.events).padStart(ORDINAL_DIGITS, '0')
  const id = newId(`evt_${ordinal}`)
  await tx.save({
    id,
    object: 'event',
    type,
    created: secondsOf(tx.now),
    api_version: API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object },
  })
  await tx.save(tx.state)
  await tx.queueEvent(id)
}
