import { Registry } from 'prom-client'

/** The metrics of this process, shared by all apps in it. `/metrics` serves them. */
export const processRegistry = new Registry()
