import type { BrowserContext } from '@playwright/test'

/** The card number that the script declines, and the message that it returns. */
export const DECLINED_CARD = { number: '4000000000000002', message: 'Your card was declined.' }

/**
 * Fakes Stripe's hosts in a browser, with a minimal script and frame. Both follow the documentation of
 * `Stripe(key)`, `elements`, `create`, `mount`, and `confirmPayment` at https://docs.stripe.com/js: the form
 * is in a frame from Stripe, and the browser returns to the app after the payment.
 */
export async function fakeStripe(context: BrowserContext): Promise<void> {
  await context.route('https://js.stripe.com/**', async (route) => {
    const isFrame = new URL(route.request().url()).pathname === '/frame.html'
    await route.fulfill(
      isFrame
        ? { contentType: 'text/html', body: FRAME_HTML }
        : {
            contentType: 'text/javascript',
            body: `(${defineStripe.toString()})(${JSON.stringify(DECLINED_CARD)})`,
          },
    )
  })
}

const FRAME_HTML = `<!doctype html><html lang="en"><title>Card</title>
<label>Card number <input inputmode="numeric" /></label>
<script>
  const input = document.querySelector('input')
  input.addEventListener('input', () => parent.postMessage({ typed: input.value }, '*'))
  parent.postMessage({ typed: '' }, '*')
</script></html>`

type Listener = (event: unknown) => void

/** Defines `Stripe` in the browser. */
function defineStripe(declinedCard: typeof DECLINED_CARD): void {
  const createStripe = (key: string) => {
    let typed = ''
    return {
      key,
      elements({ clientSecret }: { clientSecret: string }) {
        return {
          clientSecret,
          update() {},
          create(type: string) {
            const listeners = new Map<string, Listener[]>()
            const frame = document.createElement('iframe')
            frame.title = 'Secure payment input frame'
            frame.src = 'https://js.stripe.com/frame.html'
            window.addEventListener('message', (event) => {
              if (event.source !== frame.contentWindow) return
              const isFirst = typed === '' && event.data.typed === ''
              typed = event.data.typed
              const notifiedListeners = listeners.get(isFirst ? 'ready' : 'change')
              for (const listener of notifiedListeners ?? []) listener({})
            })
            return {
              type,
              on: (name: string, listener: Listener) =>
                listeners.set(name, [...(listeners.get(name) ?? []), listener]),
              off() {},
              update() {},
              mount: (parent: HTMLElement) => parent.append(frame),
              unmount: () => frame.remove(),
              destroy: () => frame.remove(),
            }
          },
        }
      },
      async confirmPayment(options: {
        elements: { clientSecret: string }
        confirmParams: { return_url: string }
      }) {
        if (typed.replaceAll(' ', '') === declinedCard.number) {
          return {
            error: { type: 'card_error', code: 'card_declined', message: declinedCard.message },
          }
        }
        const { clientSecret } = options.elements
        const returnUrl = new URL(options.confirmParams.return_url)
        returnUrl.searchParams.set('payment_intent', clientSecret.split('_secret')[0] ?? '')
        returnUrl.searchParams.set('payment_intent_client_secret', clientSecret)
        returnUrl.searchParams.set('redirect_status', 'succeeded')
        window.location.assign(returnUrl)
        return new Promise(() => {})
      },
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }
  Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
}
