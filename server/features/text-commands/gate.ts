import type { Queries } from '../../platform/database/database.ts'
import { findAccounts } from './store.ts'

declare const proven: unique symbol

/** An account that agreed to texts at a number. */
export interface Account {
  readonly golferId: number
  readonly name: string
}

/**
 * Whoever holds the phone that a text came from. Texts act for the accounts that agreed to texts at
 * the number, and for no others: anybody may write any number into a profile.
 */
export interface Texter {
  readonly [proven]: 'Texter'
  readonly number: string
  readonly accounts: readonly Account[]
  /** Whether any account has the number, agreed or not. */
  readonly isKnown: boolean
}

/** The mint for texts that came in, from a provider that has shown to be it or the outbox. */
export async function texterByNumber(tx: Queries, number: string): Promise<Texter> {
  const found = await findAccounts(tx, number)
  const accounts = found
    .filter(({ hasAgreed }) => hasAgreed)
    .map(({ golferId, name }) => ({ golferId, name }))
  return { number, accounts, isKnown: found.length > 0 } as Omit<Texter, typeof proven> as Texter
}
