import { type Kind, type Kinds, newId, type SandboxState, secondsOf } from './objects.ts'

/** One piece of the sandbox's work: all of it is kept, or nothing; others wait until it is done. */
export interface Turn {
  readonly now: Date
  readonly state: SandboxState
  find<K extends Kind>(object: K, id: string): Promise<Kinds[K] | undefined>
  /** Those of a kind that have these fields, by their ids. */
  list<K extends Kind>(object: K, having: Readonly<Record<string, string>>): Promise<Kinds[K][]>
  keep(thing: Kinds[Kind]): Promise<void>
  /** Has the event told, once this is kept. */
  queueNotice(eventId: string): Promise<void>
}

/** Where the sandbox lives. */
export interface SandboxHouse {
  /** Where a path of the app is found. */
  linkTo(path: string): string
  inTurn<T>(work: (turn: Turn) => Promise<T>): Promise<T>
  /** Events from then on, in the order of their ids, after this id. */
  listEvents(since: Date, after: string, limit: number): Promise<Kinds['event'][]>
}

const API_VERSION = '2026-10-28.endive'
const ORDINAL_DIGITS = 10

/** Notes that something has happened to an object, as the object is now. */
export async function tell(turn: Turn, type: string, object: Kinds[Kind]): Promise<void> {
  turn.state.events += 1
  const ordinal = String(turn.state.events).padStart(ORDINAL_DIGITS, '0')
  const id = newId(`evt_${ordinal}`)
  await turn.keep({
    id,
    object: 'event',
    type,
    created: secondsOf(turn.now),
    api_version: API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object },
  })
  await turn.keep(turn.state)
  await turn.queueNotice(id)
}
