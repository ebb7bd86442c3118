import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startThrowaway } from '../../platform/database/embedded/testing/throwaway.ts'
import { createTemplate } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL, for creating and dropping databases. */
    adminUrl: string
    /** The name of a migrated database, which each test file clones. */
    templateName: string
  }
}

/**
 * Provides one PostgreSQL server for the whole run: the one at `DATABASE_DIRECT_URL` or `DATABASE_URL`, or
 * else a temporary one.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_DIRECT_URL'] ?? process.env['DATABASE_URL']
  const server =
    given === undefined
      ? await startThrowaway({ inMemory: true })
      : { adminUrl: given, stop: async () => {} }
  const templateName = `fourball_template_${randomBytes(4).toString('hex')}`
  const admin = new Client({ connectionString: server.adminUrl })
  await admin.connect()
  await createTemplate({ adminUrl: server.adminUrl, templateName })
  provide('adminUrl', server.adminUrl)
  provide('templateName', templateName)
  return async () => {
    await admin.query(`drop database ${templateName} with (force)`)
    await admin.end()
    await server.stop()
  }
}
