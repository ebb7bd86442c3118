import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** The address of another database on the same server. */
export function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The same address, for those who may wait long for a lock: a slow machine is slow, not wrong. */
export function patiently(url: string): string {
  const address = new URL(url)
  address.searchParams.set('statement_timeout', '120000')
  return address.href
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of one's own with all migrations applied, cloned from the run's template. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('templateName'))
}

/** A database of one's own with nothing in it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `fourball_test_${randomBytes(6).toString('hex')}`
  await asAdmin(adminUrl, `create database ${name} template ${template}`)
  return {
    url: inDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
