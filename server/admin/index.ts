export { superAdminRoutes } from './routes.ts'
