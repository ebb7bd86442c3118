import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { PRICE, PRICE_MONTHS } from '../../../../contract/limits.ts'
import { purchaseGroup } from '../../../../contract/signups.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { safePaymentUrl } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useHydrated } from '../../../ui/form-state.ts'
import { TextLink } from '../../../ui/Links.tsx'
import { BENEFITS, FeatureCards } from './FeatureCards.tsx'
import { NextSteps, PUBLIC_PAGES, PublicPage, SignedUp } from './PublicPage.tsx'
import { SignupForm } from './SignupForm.tsx'
import { findStoredPurchase, type StoredPurchase, storePurchase } from './stored-signup.ts'

type StartedPayment = Pick<StoredPurchase, 'groupName' | 'email'> & { payAt: string | undefined }

export function Purchase() {
  usePageTitle(PUBLIC_PAGES.purchase.title)
  const paymentOutcome = new URLSearchParams(useSearch()).get('payment')
  const [purchase] = useState(findStoredPurchase)
  // The prerendered page can't contain this tab's purchase, so show it only after hydration.
  const isHydrated = useHydrated()
  const [startedPayment, setStarted] = useState<StartedPayment>()
  if (startedPayment) return <PurchaseStarted {...startedPayment} />
  if (paymentOutcome === 'success') return <PurchasePaid purchase={purchase} />
  if (paymentOutcome === 'cancelled') return <PurchaseCancelled purchase={purchase} />
  return (
    <PublicPage hero={<Hero />}>
      <div className="page grid gap-8 pb-16 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-16">
        {/* The sections are in the order in which a phone shows them, so that content that loads later
            doesn't move earlier content. */}
        <section aria-labelledby="your-group" className="-mt-16 lg:col-start-2 lg:row-start-1">
          {isHydrated && purchase && !purchase.isPaid && (
            <div className="sheet mb-4 p-5 sm:p-7">
              <h2 className="font-display text-xl">Unfinished Payment</h2>
              <p className="mt-1 mb-4 text-muted wrap-anywhere">
                You started to pay for {PRICE_MONTHS} months of Fourball for {purchase.groupName}.
              </p>
              <ContinueToPayment payAt={purchase.payAt} />
            </div>
          )}
          <div className="sheet p-5 sm:p-7">
            <h2 id="your-group" className="font-display text-2xl">
              You and Your Group
            </h2>
            <p className="mt-1 mb-5 text-muted">
              You won't be charged yet. Payment is the next step. The subscription renews every{' '}
              {PRICE_MONTHS} months until you cancel.
            </p>
            <SignupForm
              signUp={(body) => call(purchaseGroup, { body })}
              failure={{ title: 'Purchase Failed', fallback: 'Please try again.' }}
              submitLabel="Buy Now"
              pendingLabel="Processing..."
              onSignedUp={(signup, { subscriptionUrl }) => {
                const payAt = safePaymentUrl(subscriptionUrl, window.location.origin)
                const { groupName, adminEmail: email } = signup
                setStarted({ groupName, email, payAt })
                if (payAt === undefined) return
                storePurchase({ groupName, email, payAt, isPaid: false })
                window.location.assign(payAt)
              }}
            />
          </div>
        </section>
        <section aria-labelledby="benefits" className="lg:col-start-1 lg:row-start-1 lg:pt-10">
          <h2 id="benefits" className="mb-5 font-display text-2xl">
            What Your Group Gets
          </h2>
          <FeatureCards features={BENEFITS} />
          <p className="mt-6 leading-relaxed text-muted">
            One price for the whole group, no matter how big it is. Not sure yet?{' '}
            <TextLink to="landing">Start with a free trial</TextLink>.
          </p>
        </section>
      </div>
    </PublicPage>
  )
}

function Hero() {
  return (
    <div className="page pt-8 pb-24 lg:pt-12">
      <h1 className="font-display text-[2.125rem] leading-[1.15] sm:text-5xl">
        {PRICE} <span className="inline-block">for {PRICE_MONTHS} months</span>
      </h1>
      <p className="mt-3 max-w-[34rem] text-lg leading-relaxed text-on-turf-muted">
        A private page for your golf group, where your buddies claim the open spots in the tee times
        you book.
      </p>
    </div>
  )
}

/** Shown after the form has been sent. Without `payAt`, the visitor pays after opening the emailed link. */
function PurchaseStarted({ groupName, email, payAt }: StartedPayment) {
  return (
    <SignedUp
      heading="Payment Processing"
      intro={
        payAt === undefined
          ? `You haven't been charged yet. Open the link we emailed you to start ${groupName}. Then you can pay.`
          : `The web address you picked for ${groupName} is reserved for you. Taking you to the payment page...`
      }
    >
      {payAt !== undefined && <ContinueToPayment payAt={payAt} className="mb-7" />}
      <NextSteps email={email} />
    </SignedUp>
  )
}

/** Shown on return from the payment page. Only the server knows whether the payment has succeeded. */
function PurchasePaid({ purchase }: { purchase: StoredPurchase | undefined }) {
  useEffect(() => {
    if (purchase && !purchase.isPaid) storePurchase({ ...purchase, isPaid: true })
  }, [purchase])
  return (
    <SignedUp
      heading="Payment Processing"
      intro={`Thank you. We're confirming the payment for ${purchase?.groupName ?? 'your group'}. Next, open the link we emailed you.`}
    >
      <NextSteps email={purchase?.email} />
    </SignedUp>
  )
}

/** Shown on return from the payment page without a payment. The group's URL stays reserved. */
function PurchaseCancelled({ purchase }: { purchase: StoredPurchase | undefined }) {
  return (
    <SignedUp
      heading="Payment Cancelled"
      intro={`You weren't charged. The web address you picked for ${purchase?.groupName ?? 'your group'} is still reserved for you.`}
    >
      {purchase && !purchase.isPaid && (
        <ContinueToPayment payAt={purchase.payAt} className="mb-7" />
      )}
      <NextSteps
        email={purchase?.email}
        heading="Or Pay Later"
        intro='Your group starts with a free trial when you open the link we emailed you. To pay later, tap "Upgrade to Paid" on your profile.'
      />
      <p className="mt-6 border-t border-line pt-4 text-muted">
        Signing up a different group? <TextLink to="purchase">Fill out the form again</TextLink>.
      </p>
    </SignedUp>
  )
}

function ContinueToPayment({ payAt, className = '' }: { payAt: string; className?: string }) {
  return (
    <a href={payAt} className={`${buttonClass('primary')} w-full ${className}`}>
      Continue to Payment
    </a>
  )
}
