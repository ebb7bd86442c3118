export { liveRoutes } from './routes.ts'
export { liveSignaler, startLiveUpdates } from './start-live-updates.ts'
export { signalLiveEvents } from './store.ts'
