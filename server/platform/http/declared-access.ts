import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: string
  }
  interface FastifyInstance {
    declaredRoutes: RouteOptions[]
  }
}

/** Prevents the app from starting if a route added after this call does not declare who may call it. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => route.config?.access === undefined)
    if (undeclared.length === 0) return
    const names = undeclared.map((route) => `${route.method} ${route.url}`).join(', ')
    throw new Error(`Routes that do not declare who may call them: ${names}`)
  })
}

export function openToAnyone(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}
