import { Registry } from 'prom-client'

export const processRegistry = new Registry()
