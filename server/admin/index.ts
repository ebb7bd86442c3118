export { auditRoutes } from './audit/routes.ts'
export { messageLedgerRoutes } from './delivery-log/routes.ts'
export { revenueRoutes } from './revenue/routes.ts'
export { superAdminRoutes } from './routes.ts'
