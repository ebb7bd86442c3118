export { LiveDoorbell } from './live-doorbell.ts'
export { liveRoutes } from './routes.ts'
export { startLiveUpdates } from './start-live-updates.ts'
export { signalLiveEvents } from './store.ts'
