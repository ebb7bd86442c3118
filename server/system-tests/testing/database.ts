import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'

function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Returns the URL with a statement timeout of two minutes, so that tests don't fail on a slow machine. */
export function withLongTimeout(url: string): string {
  const address = new URL(url)
  address.searchParams.set('statement_timeout', '120000')
  return address.href
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated database to copy, and a superuser's URL for its server. */
export interface Template {
  readonly adminUrl: string
  readonly templateName: string
}

export async function createTemplate({ adminUrl, templateName }: Template): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${templateName}`)
  await migrate(urlOfDatabase(adminUrl, templateName))
}

/** Creates a copy of a migrated database, by default of the test run's template. */
export function cloneDatabase(template?: Template): Promise<TestDatabase> {
  return template === undefined
    ? createDatabase(inject('adminUrl'), inject('templateName'))
    : createDatabase(template.adminUrl, template.templateName)
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('adminUrl'), 'template1')
}

async function createDatabase(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `fourball_test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(adminUrl, `create database ${name} template ${template}`)
  return {
    url: urlOfDatabase(adminUrl, name),
    drop: () => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
