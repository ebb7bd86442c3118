export { liveRoutes } from './routes.ts'
export { LiveDoorbell, startLiveUpdates } from './start-live-updates.ts'
export { signalLiveEvents } from './store.ts'
