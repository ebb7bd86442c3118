import { Registry } from 'prom-client'

/** The metrics of this process, however many apps run in it. `/metrics` shows them. */
export const processMetrics = new Registry()
