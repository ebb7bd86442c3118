import type { Roles } from './cluster.ts'
import type { Rig } from './rig.ts'

/** Undoes a fault: starts what was killed, or wakes what was stopped. */
type Repair = () => Promise<void>

export interface Fault {
  readonly name: string
  /** How long the phones may be without live events. Undefined if that depends on the database too. */
  readonly streamsWithinMs?: number
  /** Causes the fault. */
  inject(rig: Rig, roles: Roles): Promise<Repair>
}

/** How long the phones of a killed node may be without live events. Milliseconds. */
const NODE_STREAMS_MS = 5_000

/** The machine of the primary loses power: everything on it is gone at once. */
export const PRIMARY_KILLED: Fault = {
  name: 'primary killed (kill -9)',
  async inject(_, { primary }) {
    primary.signal('SIGKILL')
    return async () => primary.start()
  },
}

/**
 * The machine of the primary goes silent: its connections stay open and nothing answers, as in a network that
 * drops packets. It wakes up as a primary that does not know that there is a new one.
 */
const PRIMARY_SILENT: Fault = {
  name: 'primary silent, back later',
  async inject(_, { primary }) {
    primary.signal('SIGSTOP')
    return async () => primary.signal('SIGCONT')
  },
}

/** No change is acknowledged until Patroni has given up on the standby. */
const STANDBY_SILENT: Fault = {
  name: 'standby silent, back later',
  async inject(_, { standby }) {
    standby.signal('SIGSTOP')
    return async () => standby.signal('SIGCONT')
  },
}

/** An operator moves the primary, as before an update of its machine. */
const SWITCHOVER: Fault = {
  name: 'planned switchover',
  async inject(_, { primary, standby }) {
    const switched = primary.switchTo(standby.name)
    switched.catch(() => {})
    return () => switched
  },
}

export const APP_KILLED: Fault = {
  name: 'app node killed (kill -9)',
  streamsWithinMs: NODE_STREAMS_MS,
  async inject(rig) {
    await rig.killApp()
    return () => rig.startApp()
  },
}

const WORKER_KILLED: Fault = {
  name: 'worker killed (kill -9)',
  streamsWithinMs: NODE_STREAMS_MS,
  async inject(rig) {
    await rig.killWorker()
    return () => rig.startWorker()
  },
}

export const ALL_FAULTS: readonly Fault[] = [
  PRIMARY_KILLED,
  PRIMARY_SILENT,
  STANDBY_SILENT,
  SWITCHOVER,
  APP_KILLED,
  WORKER_KILLED,
]
