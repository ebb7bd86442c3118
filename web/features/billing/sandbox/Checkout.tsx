import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useState } from 'react'
import { PRICE_MONTHS } from '../../../../contract/limits.ts'
import { paySandboxCheckout, readSandboxCheckout } from '../../../../contract/sandbox.ts'
import { call } from '../../../lib/api-client.ts'
import { formatMoney } from '../../../lib/counts.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Logo } from '../../../ui/Notice.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { TestCardForm } from '../SandboxPayment.tsx'
import { PageUnavailable, returnAddressOf, TestModeBar } from './SandboxParts.tsx'

const ENDINGS = {
  paid: { title: 'Paid', text: 'Thank you. Taking you back to Fourball.' },
  complete: {
    title: 'Already Paid',
    text: "The payment went through. There's nothing more to pay.",
  },
  expired: {
    title: 'This page has expired',
    text: "You weren't charged. You can no longer pay on this page.",
  },
} as const

export function Checkout({ id }: { readonly id: string }) {
  usePageTitle('Pay')
  const checkout = useEndpoint(readSandboxCheckout, { params: { id } })
  const [hasPaid, setHasPaid] = useState(false)
  const bill = checkout.data
  const status = hasPaid ? 'paid' : (bill?.status ?? 'open')
  if (bill === undefined && checkout.error) return <PageUnavailable query={checkout} />
  return (
    <div className="flex min-h-dvh flex-col">
      <TestModeBar />
      <div className="grid flex-1 grid-rows-[auto_1fr] lg:grid-cols-2 lg:grid-rows-1">
        <header className="turf px-4 pt-6 pb-20 lg:px-12 lg:pt-16 lg:pb-12">
          <div className="mx-auto w-full max-w-[28rem] lg:mr-0">
            <div className="flex items-center gap-2.5 font-display text-xl">
              <Logo size={28} />
              Fourball
            </div>
            <h1 className="mt-6 font-display text-2xl leading-tight lg:mt-12">
              Pay for Your Group
            </h1>
            {bill ? (
              <>
                <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5">
                  <span className="font-display text-5xl leading-tight">
                    {formatMoney(bill.amount)}
                  </span>
                  <span className="text-on-turf-muted">every {PRICE_MONTHS} months</span>
                </p>
                <p className="mt-3 leading-relaxed wrap-anywhere">{bill.description}</p>
                <p className="mt-1 text-on-turf-muted wrap-anywhere">{bill.email}</p>
              </>
            ) : (
              <p className="mt-3 min-h-24" />
            )}
          </div>
        </header>
        <main className="px-4 pb-12 lg:px-12 lg:pt-16">
          <div className="mx-auto -mt-12 w-full max-w-[28rem] lg:mt-0 lg:ml-0">
            <div className="sheet p-5 sm:p-6">
              {bill === undefined ? (
                <Loading
                  label="Loading payment"
                  className="min-h-72 space-y-4"
                  blocks={['h-6 w-40', 'h-11.5', 'h-11.5', 'h-11.5']}
                />
              ) : status === 'open' ? (
                <>
                  <h2 className="mb-4 font-display text-xl">Pay with a Test Card</h2>
                  <TestCardForm
                    submitLabel={`Pay ${formatMoney(bill.amount)}`}
                    pay={(body) => call(paySandboxCheckout, { params: { id }, body })}
                    onPaid={() => {
                      setHasPaid(true)
                      window.location.assign(returnAddressOf(bill.successUrl))
                    }}
                    // The checkout may have been paid in another tab, or may have expired.
                    onFailed={() => void checkout.refetch()}
                  />
                  <a
                    href={returnAddressOf(bill.cancelUrl)}
                    className="mt-3 -ml-2 inline-flex min-h-11 items-center gap-1 pr-2 font-semibold text-muted hover:text-ink"
                  >
                    <ChevronLeft size={20} />
                    Cancel and Go Back
                  </a>
                </>
              ) : (
                <div role="status">
                  <h2 className="font-display text-xl">{ENDINGS[status].title}</h2>
                  <p className="mt-2 leading-relaxed text-muted">{ENDINGS[status].text}</p>
                  <a
                    href={returnAddressOf(status === 'expired' ? bill.cancelUrl : bill.successUrl)}
                    className={`${buttonClass('primary')} mt-5 w-full`}
                  >
                    {status === 'expired' ? 'Back to Fourball' : 'Continue to Fourball'}
                  </a>
                </div>
              )}
            </div>
          </div>
        </main>
      </div>
    </div>
  )
}
