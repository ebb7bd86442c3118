import { useEffect } from 'react'
import { Link } from 'wouter'
import { pathTo } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { type KeptPurchase, keepPurchase } from './keep-purchase.ts'
import { NextSteps, SignedUp } from './SignedUp.tsx'

interface BegunProps {
  readonly groupName: string
  readonly email: string
  /** Where to pay; undefined if payment comes later. */
  readonly payAt: string | undefined
}

/** Shown after the form was sent, before the payment. */
export function PurchaseBegun({ groupName, email, payAt }: BegunProps) {
  return (
    <SignedUp
      heading="Payment Processing"
      standing={
        payAt === undefined
          ? `The address of ${groupName} is kept for you. Nothing has been charged yet: we sent you a link to get in and go on.`
          : `The address of ${groupName} is kept for you. We are taking you to the page where you pay.`
      }
    >
      {payAt !== undefined && <ContinueToPayment payAt={payAt} className="mb-7" />}
      <NextSteps email={email} />
    </SignedUp>
  )
}

/** Shown on return from the payment page. Only the server learns from the provider if it was really paid. */
export function PurchasePaid({ kept }: { kept: KeptPurchase | undefined }) {
  useEffect(() => {
    if (kept && !kept.isPaid) keepPurchase({ ...kept, isPaid: true })
  }, [kept])
  return (
    <SignedUp
      heading="Payment Processing"
      standing={`Thank you. The payment for ${kept?.groupName ?? 'your group'} is being confirmed, which takes a moment. There is nothing more to do here.`}
    >
      <NextSteps email={kept?.email} />
    </SignedUp>
  )
}

/** Shown on return from the payment page without a payment. The group's address is still kept. */
export function PurchaseCancelled({ kept }: { kept: KeptPurchase | undefined }) {
  return (
    <SignedUp
      heading="Payment Cancelled"
      standing={`Nothing was charged. The address of ${kept?.groupName ?? 'your group'} is still kept for you.`}
    >
      {kept && !kept.isPaid && <ContinueToPayment payAt={kept.payAt} className="mb-7" />}
      <NextSteps
        email={kept?.email}
        heading="Or pay later"
        intro="Your group begins as a free trial once you open the link. Upgrade to Paid, on your profile, takes the payment whenever you are ready."
      />
      <p className="mt-6 border-t border-line pt-4 text-muted">
        Would you rather have another group?{' '}
        <Link
          href={pathTo('purchase')}
          className="font-semibold text-ink underline underline-offset-4"
        >
          Fill in the form again
        </Link>
        .
      </p>
    </SignedUp>
  )
}

interface ContinueToPaymentProps {
  readonly payAt: string
  readonly className?: string
}

export function ContinueToPayment({ payAt, className = '' }: ContinueToPaymentProps) {
  return (
    <a href={payAt} className={`${buttonClass('primary')} w-full ${className}`}>
      Continue to Payment
    </a>
  )
}
