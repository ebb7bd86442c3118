export { liveRoutes } from './routes.ts'
export { LiveSignaler, startLiveUpdates } from './start-live-updates.ts'
export { signalLiveEvents } from './store.ts'
