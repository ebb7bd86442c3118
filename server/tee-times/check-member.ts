export { isMember } from './store.ts'
