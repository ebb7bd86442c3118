import { randomBytes } from 'node:crypto'
import type { TestCard } from '../../../contract/sandbox.ts'

/*
 * Stripe's objects as the sandbox stores them. They have only the fields that the app or the sandbox reads.
 * Times are whole seconds since 1970, amounts are cents.
 */

export interface Stored<K extends string> {
  readonly id: string
  readonly object: K
  readonly created: number
}

interface Metadata {
  readonly key: string
}

export interface Customer extends Stored<'customer'> {
  readonly email: string
  readonly metadata: Metadata
  default_payment_method: TestCard | null
}

export interface Subscription extends Stored<'subscription'> {
  readonly customer: string
  readonly description: string
  readonly metadata: Metadata
  readonly items: { readonly data: [{ current_period_start: number; current_period_end: number }] }
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'trialing' | 'past_due' | 'canceled'
  billing_cycle_anchor: number
  cancel_at_period_end: boolean
  readonly cancel_at: null
  default_payment_method: TestCard | null
}

export interface Invoice extends Stored<'invoice'> {
  readonly customer: string
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  readonly parent: {
    readonly subscription_details: { readonly subscription: string; readonly metadata: Metadata }
  }
  readonly lines: { readonly data: [{ readonly period: { start: number; end: number } }] }
  readonly currency: string
  readonly amount_due: number
  amount_paid: number
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  readonly status_transitions: { paid_at: number | null }
  attempt_count: number
  next_payment_attempt: number | null
  readonly payment: Payment
}

/** An invoice's payment. Stripe stores it as a payment intent, a charge and a dispute. */
interface Payment {
  readonly payment_intent: string
  readonly client_secret: string
  requires_action: boolean
  amount_refunded: number
  dispute: { status: 'needs_response' | 'won' | 'lost'; readonly due_by: number } | null
}

export interface CheckoutSession extends Stored<'checkout.session'> {
  readonly url: string
  readonly success_url: string
  readonly cancel_url: string
  readonly customer_email: string
  readonly description: string
  readonly amount_total: number
  readonly expires_at: number
  readonly metadata: Metadata
  status: 'open' | 'complete' | 'expired'
  customer: string | null
  subscription: string | null
}

interface PortalSession extends Stored<'billing_portal.session'> {
  readonly url: string
  readonly return_url: string
  readonly customer: string
}

interface SandboxEvent extends Stored<'event'> {
  readonly type: string
  readonly data: { readonly object: object }
}

export type SandboxObject =
  | Customer
  | Subscription
  | Invoice
  | CheckoutSession
  | PortalSession
  | SandboxEvent
export type SandboxObjectKind = SandboxObject['object']
export type SandboxObjectOf<K extends SandboxObjectKind> = Extract<SandboxObject, { object: K }>
export type FieldsOf<K extends SandboxObjectKind> = Omit<SandboxObjectOf<K>, keyof Stored<K>>

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
